//! Who may talk to the server: pages that it served itself, and programs of this machine.
//!
//! A page of another site can make the browser send requests here, and a name of another site can be
//! made to point here (DNS rebinding). So the name in `Host` must be one of the server's own, changes
//! need its own origin, and nothing answers requests that a browser marks as cross-site.

use std::net::SocketAddr;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderName, HeaderValue, ORIGIN,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// The names under which the server may be addressed.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    hosts: Vec<String>,
}

impl Names {
    /// The names of a server on this machine.
    pub(crate) fn of(address: SocketAddr) -> Names {
        let port = address.port();
        let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{port}"));
        Names { hosts: hosts.into() }
    }

    fn has_host(&self, host: &str) -> bool {
        self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host))
    }

    fn has_origin(&self, origin: &str) -> bool {
        origin.strip_prefix("http://").is_some_and(|host| self.has_host(host))
    }

    /// Why a request is refused; nothing if it may pass.
    fn objection(&self, method: &Method, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or(""));
        if !text(HOST).is_some_and(|host| self.has_host(host)) {
            return Some("this server answers to 127.0.0.1 and localhost only");
        }
        if headers.get_all(HOST).iter().count() > 1 || headers.get_all(ORIGIN).iter().count() > 1 {
            return Some("a request has one host and one origin");
        }
        if text(ORIGIN).is_some_and(|origin| !self.has_origin(origin)) {
            return Some("other sites may not use this server");
        }
        let site = text(HeaderName::from_static("sec-fetch-site"));
        if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
            return Some("other sites may not use this server");
        }
        let is_json = || {
            let kind = text(CONTENT_TYPE).unwrap_or("").split(';').next().unwrap_or("").trim();
            kind.eq_ignore_ascii_case("application/json")
        };
        match *method {
            Method::GET | Method::HEAD | Method::DELETE => None,
            Method::POST if is_json() => None,
            Method::POST => Some("changes are sent as application/json"),
            _ => Some("only GET, POST and DELETE are understood"),
        }
    }
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; \
                      manifest-src 'self'; form-action 'none'; frame-ancestors 'none'; \
                      base-uri 'none'";

/// Refuses strangers, and tells the browser what pages of this server may do.
pub(crate) async fn guard(State(names): State<Names>, request: Request, next: Next) -> Response {
    let objection = names.objection(request.method(), request.headers());
    let mut response = match objection {
        Some(objection) => ApiError::refused(objection).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    let fixed = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn objection(method: Method, headers: &[(&'static str, &'static str)]) -> Option<&'static str> {
        let names = Names::of("127.0.0.1:7777".parse().unwrap());
        let headers = headers
            .iter()
            .map(|&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        names.objection(&method, &headers.collect())
    }

    #[test]
    fn the_host_is_one_of_a_few_names() {
        for host in ["127.0.0.1:7777", "localhost:7777", "LocalHost:7777", "[::1]:7777"] {
            assert_eq!(objection(Method::GET, &[("host", host)]), None, "{host}");
        }
        let foreign =
            ["evil.example:7777", "127.0.0.1:7778", "127.0.0.1", "", "127.0.0.1:7777.evil"];
        for host in foreign {
            assert!(objection(Method::GET, &[("host", host)]).is_some(), "{host}");
        }
        assert!(objection(Method::GET, &[]).is_some());
    }

    #[test]
    fn origins_are_compared_whole() {
        let host = ("host", "127.0.0.1:7777");
        assert_eq!(objection(Method::GET, &[host, ("origin", "http://127.0.0.1:7777")]), None);
        let foreign = [
            "http://127.0.0.1:7777.evil.example",
            "http://evil.example",
            "https://127.0.0.1:7777",
            "null",
            "http://127.0.0.1:77770",
        ];
        for origin in foreign {
            assert!(objection(Method::GET, &[host, ("origin", origin)]).is_some(), "{origin}");
        }
        for site in ["cross-site", "same-site", "nonsense"] {
            assert!(objection(Method::GET, &[host, ("sec-fetch-site", site)]).is_some(), "{site}");
        }
    }

    #[test]
    fn changes_are_json() {
        let host = ("host", "127.0.0.1:7777");
        let json = ("content-type", "application/json; charset=utf-8");
        assert_eq!(objection(Method::POST, &[host, json]), None);
        let form = ("content-type", "application/x-www-form-urlencoded");
        assert!(objection(Method::POST, &[host, form]).is_some());
        assert!(objection(Method::POST, &[host]).is_some());
        assert!(objection(Method::OPTIONS, &[host]).is_some());
        assert!(objection(Method::PUT, &[host, json]).is_some());
    }
}
