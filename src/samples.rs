//! Deliveries to try things with; all ids are made up.

use crate::locales::Words;

/// A sample delivery.
#[derive(Debug)]
pub struct Sample {
    /// The name in the picker.
    pub name: fn(&Words) -> &'static str,
    /// The input.
    pub text: &'static str,
}

/// Every sample; the first one is shown at the start.
pub static SAMPLES: [Sample; 8] = [
    Sample { name: |_| "Stripe: invoice.paid", text: include_str!("samples/stripe.json") },
    Sample { name: |_| "GitHub: push (HTTP)", text: include_str!("samples/github.http") },
    Sample { name: |_| "Shopify: orders/paid (HTTP)", text: include_str!("samples/shopify.http") },
    Sample { name: |words| words.sample_batch, text: include_str!("samples/sendgrid.http") },
    Sample { name: |words| words.sample_control, text: include_str!("samples/slack.http") },
    Sample { name: |_| "cURL", text: include_str!("samples/form.curl") },
    Sample { name: |_| "JSON, id > 2^53", text: include_str!("samples/large-number.json") },
    Sample { name: |words| words.sample_no_id, text: include_str!("samples/no-id.json") },
];
