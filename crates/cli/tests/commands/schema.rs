//! A checker for the keywords of JSON Schema that `docs/formats/json.schema.json` uses; it refuses others.

use regex_lite::Regex;
use serde_json::{Map, Value};

/// A schema with its definitions.
pub(crate) struct Schema<'a> {
    root: &'a Value,
}

impl<'a> Schema<'a> {
    pub(crate) fn new(root: &'a Value) -> Schema<'a> {
        Schema { root }
    }

    /// What is wrong with a value by the definition that a reference such as `#/$defs/board` names.
    pub(crate) fn errors(&self, reference: &str, value: &Value) -> Vec<String> {
        self.check(self.definition(reference), value, "")
    }

    fn definition(&self, reference: &str) -> &'a Value {
        let pointer = reference.strip_prefix('#').expect("a reference within the schema");
        self.root.pointer(pointer).unwrap_or_else(|| panic!("there is no {reference}"))
    }

    fn accepts(&self, schema: &Value, value: &Value) -> bool {
        self.check(schema, value, "").is_empty()
    }

    fn check(&self, schema: &Value, value: &Value, at: &str) -> Vec<String> {
        let Value::Object(keywords) = schema else {
            let refused = *schema == Value::Bool(false);
            return if refused { vec![format!("{at} is not expected")] } else { Vec::new() };
        };
        keywords
            .iter()
            .flat_map(|(name, rule)| self.rule(name, rule, keywords, value, at))
            .collect()
    }

    fn rule(
        &self,
        name: &str,
        rule: &Value,
        keywords: &Map<String, Value>,
        value: &Value,
        at: &str,
    ) -> Vec<String> {
        let wrong = |holds: bool| match holds {
            true => Vec::new(),
            false => vec![format!("{at}: {value} breaks {name} {rule}")],
        };
        let schemas = || rule.as_array().expect("a list of schemas").iter();
        let number = || rule.as_f64().expect("a number");
        match name {
            "$schema" | "$defs" | "title" | "description" | "then" | "else" => Vec::new(),
            "$ref" => self.check(self.definition(rule.as_str().expect("a name")), value, at),
            "type" => wrong(match rule {
                Value::Array(types) => types.iter().any(|one| is_of_type(value, one)),
                one => is_of_type(value, one),
            }),
            "enum" => wrong(schemas().any(|allowed| allowed == value)),
            "const" => wrong(rule == value),
            "pattern" => wrong(value.as_str().is_none_or(|text| {
                Regex::new(rule.as_str().expect("a pattern")).expect("a pattern").is_match(text)
            })),
            "minimum" => wrong(value.as_f64().is_none_or(|value| value >= number())),
            "exclusiveMinimum" => wrong(value.as_f64().is_none_or(|value| value > number())),
            "minItems" => wrong(value.as_array().is_none_or(|list| list.len() as f64 >= number())),
            "not" => wrong(!self.accepts(rule, value)),
            "anyOf" if schemas().any(|schema| self.accepts(schema, value)) => Vec::new(),
            "anyOf" => {
                let tried = schemas().flat_map(|schema| self.check(schema, value, at));
                [format!("{at} is of no allowed form:")].into_iter().chain(tried).collect()
            }
            "oneOf" => wrong(schemas().filter(|schema| self.accepts(schema, value)).count() == 1),
            "if" => {
                let branch = if self.accepts(rule, value) { "then" } else { "else" };
                let branch = keywords.get(branch).unwrap_or(&Value::Bool(true));
                self.check(branch, value, at)
            }
            "items" => {
                let items = value.as_array().into_iter().flatten().enumerate();
                items.flat_map(|(i, item)| self.check(rule, item, &format!("{at}/{i}"))).collect()
            }
            "required" | "properties" | "additionalProperties" | "propertyNames" => match value {
                Value::Object(fields) => self.fields(name, rule, keywords, fields, at),
                _ => Vec::new(),
            },
            unknown => panic!("the checker does not know the keyword {unknown}"),
        }
    }

    /// The keywords that are about the fields of an object.
    fn fields(
        &self,
        name: &str,
        rule: &Value,
        keywords: &Map<String, Value>,
        fields: &Map<String, Value>,
        at: &str,
    ) -> Vec<String> {
        let known = |field: &str| match keywords.get("properties") {
            Some(properties) => properties.get(field),
            None => None,
        };
        let check = |schema: &Value, field: &str, value: &Value| {
            self.check(schema, value, &format!("{at}/{field}"))
        };
        match name {
            "required" => {
                let names = rule.as_array().expect("a list of names").iter();
                let names = names.map(|name| name.as_str().expect("a name"));
                let missing = names.filter(|name| !fields.contains_key(*name));
                missing.map(|name| format!("{at} has no {name}")).collect()
            }
            "properties" => {
                let fields = fields.iter();
                fields
                    .filter_map(|(field, value)| Some(check(known(field)?, field, value)))
                    .flatten()
                    .collect()
            }
            "additionalProperties" => {
                let others = fields.iter().filter(|(field, _)| known(field).is_none());
                others.flat_map(|(field, value)| check(rule, field, value)).collect()
            }
            _ => {
                let names = fields.keys();
                names.flat_map(|field| check(rule, field, &Value::from(field.as_str()))).collect()
            }
        }
    }
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("the name of a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        unknown => panic!("there is no type {unknown}"),
    }
}
