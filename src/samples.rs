//! Deliveries to try things with; all ids are made up.

/// A sample delivery.
#[derive(Debug)]
pub struct Sample {
    /// The name in the picker, the same in both languages.
    pub name: &'static str,
    /// The input.
    pub text: &'static str,
}

/// Every sample; the first one is shown at the start.
pub static SAMPLES: [Sample; 6] = [
    Sample { name: "Stripe: invoice.paid", text: include_str!("samples/stripe.json") },
    Sample { name: "GitHub: push (HTTP)", text: include_str!("samples/github.http") },
    Sample { name: "Shopify: orders/paid (HTTP)", text: include_str!("samples/shopify.http") },
    Sample { name: "cURL", text: include_str!("samples/form.curl") },
    Sample { name: "JSON, id > 2^53", text: include_str!("samples/large-number.json") },
    Sample { name: "JSON, no id", text: include_str!("samples/no-id.json") },
];
