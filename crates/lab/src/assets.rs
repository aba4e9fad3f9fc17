//! The page, built into the program; debug builds read it from disk.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::error::ApiError;

#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// A file of the page. Addresses without an ending are places inside the page.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let name = if path.rsplit('/').next().is_some_and(|last| last.contains('.')) {
        path
    } else {
        "index.html"
    };
    let Some(file) = Some(name).filter(|name| !is_source_only(name)).and_then(Page::get) else {
        return ApiError::missing(format!("there is no `{name}` here")).into_response();
    };
    let tag: String =
        file.metadata.sha256_hash().iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{}\"", &tag[..32]);
    let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    if known == Some(&tag) {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response();
    }
    let headers = [
        (CONTENT_TYPE, kind(name).to_owned()),
        (ETAG, tag),
        (CACHE_CONTROL, "no-cache".to_owned()),
    ];
    (headers, Body::from(file.data.into_owned())).into_response()
}

/// Files for those who work on the page.
fn is_source_only(name: &str) -> bool {
    name.ends_with(".md") || name.ends_with(".d.mts") || name == "jsconfig.json"
}

/// The media type of a file, by its ending.
pub(crate) fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" | "apng" => "image/png",
        "gif" => "image/gif",
        "json" | "webmanifest" => "application/json",
        "csv" => "text/csv; charset=utf-8",
        "txt" | "rle" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
