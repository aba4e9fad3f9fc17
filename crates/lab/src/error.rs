//! Errors as the page sees them: a status, a message, and what to do about it.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use twofold_commands::request::RequestError;
use twofold_commands::{CommandError, Kind};

/// Why a request has no answer.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    told: Box<Told>,
    /// Seconds after which the same question may be answered.
    again: Option<u32>,
}

#[derive(Clone, Debug, Serialize)]
struct Told {
    /// `input`, `negative`, `failure`, `interrupted`, `busy` or `refused`.
    kind: &'static str,
    message: String,
    /// What can be done about it.
    hint: Option<String>,
    /// A line of input with a pointer below it.
    pointer: Option<String>,
    /// The option that is to blame.
    option: Option<String>,
    /// What an ambiguous board may mean.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    readings: Vec<String>,
}

#[derive(Serialize)]
struct Body {
    error: Told,
}

impl ApiError {
    fn new(status: StatusCode, kind: &'static str, message: impl Into<String>) -> ApiError {
        let told = Told {
            kind,
            message: message.into(),
            hint: None,
            pointer: None,
            option: None,
            readings: Vec::new(),
        };
        ApiError { status, told: Box::new(told), again: None }
    }

    /// What was sent makes no sense.
    pub(crate) fn input(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "input", message.to_string())
    }

    /// There is no such thing.
    pub(crate) fn missing(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "input", message)
    }

    /// It is not allowed.
    pub(crate) fn refused(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "refused", message)
    }

    /// There is no room for it now.
    pub(crate) fn full(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "busy", message)
    }

    /// It takes too long for a look-up.
    pub(crate) fn slow(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// It takes more than there is.
    pub(crate) fn large(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "refused", message)
    }

    /// Something broke here.
    pub(crate) fn failure(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "failure", message)
    }

    /// Says what can be done about it.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> ApiError {
        self.told.hint = Some(hint.into());
        self
    }

    /// Says that the same question may be answered in so many seconds.
    pub(crate) fn again(mut self, seconds: u32) -> ApiError {
        self.again = Some(seconds);
        self
    }

    /// Says which option is to blame.
    pub(crate) fn option(mut self, option: impl Into<String>) -> ApiError {
        self.told.option = Some(option.into());
        self
    }

    /// Says what it may mean.
    pub(crate) fn readings(mut self, readings: Vec<String>) -> ApiError {
        self.told.readings = readings;
        self
    }
}

impl From<CommandError> for ApiError {
    fn from(error: CommandError) -> ApiError {
        let (status, kind) = match error.kind() {
            Kind::Negative => (StatusCode::OK, "negative"),
            Kind::Input => (StatusCode::UNPROCESSABLE_ENTITY, "input"),
            Kind::Interrupted => (StatusCode::SERVICE_UNAVAILABLE, "interrupted"),
            Kind::Failure | Kind::BrokenPipe => (StatusCode::INTERNAL_SERVER_ERROR, "failure"),
        };
        let mut told = ApiError::new(status, kind, error.message());
        told.told.hint = error.advice().map(str::to_owned);
        told.told.pointer = error.pointed().map(str::to_owned);
        told.told.option = error.option().map(str::to_owned);
        told
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> ApiError {
        let told = match error {
            RequestError::Command(_) => ApiError::missing(error.to_string()),
            _ => ApiError::input(&error),
        };
        match error.option() {
            Some(option) => told.option(option),
            None => told,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(Body { error: *self.told })).into_response();
        if let Some(seconds) = self.again {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}
