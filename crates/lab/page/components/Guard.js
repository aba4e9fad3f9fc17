import { Component, html } from "../lib/ui.js";
import { Problem } from "./Problem.js";

/** Keeps a fault of one page from taking the frame with it. */
export class Guard extends Component {
  /** @param {any} props */
  constructor(props) {
    super(props);
    this.state = { error: null };
  }

  /** @param {any} error */
  componentDidCatch(error) {
    console.error(error);
    this.setState({ error });
  }

  render() {
    /** @type {any} */
    const error = this.state.error;
    if (!error) return this.props.children;
    return html`<${Problem} error=${{ message: `This page has a fault: ${error.message}`, hint: "Reload to go on." }} />`;
  }
}
