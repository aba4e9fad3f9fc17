"""What `pip install .` makes of the package."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import twofold

FOLDER = Path(__file__).parent.parent


def test_wheels_are_for_every_python_from_3_9(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "maturin", "pep517", "write-dist-info"]
    command += ["--metadata-directory", str(tmp_path), "--interpreter", sys.executable]
    subprocess.run(command, cwd=FOLDER, check=True, capture_output=True)
    (described,) = tmp_path.glob("twofold-*.dist-info")
    assert described.name == f"twofold-{twofold.__version__}.dist-info"
    metadata = (described / "METADATA").read_text(encoding="utf-8").splitlines()
    assert "Requires-Python: >=3.9" in metadata
    assert "Tag: cp39-abi3-" in (described / "WHEEL").read_text(encoding="utf-8")


def test_the_oldest_python_reads_the_sources() -> None:
    sources = list((FOLDER / "twofold").glob("*.py*"))
    assert len(sources) > 10
    for source in sources:
        if source.suffix in [".py", ".pyi"]:
            ast.parse(source.read_text(encoding="utf-8"), source.name, feature_version=(3, 9))


def test_types_are_told() -> None:
    assert (FOLDER / "twofold" / "py.typed").exists()
