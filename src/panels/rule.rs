//! How keys are made: by the sender, by the generic rule, or by a rule of one's own.

use hookonce_core::finding::Finding;
use hookonce_core::key::RuleChoice;
use hookonce_core::providers;
use leptos::prelude::*;

use crate::panels::key::FindingItem;
use crate::state::State;
use crate::ui::choice::Select;
use crate::ui::live::{live, on};

/// The list of rules, and a field for one's own.
#[component]
pub fn RulePicker() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let written = move || state.options.with(|options| options.rule.clone());
    let kind = move || kind(&written());
    let choices = move || {
        let words = state.now();
        let own = [("auto", words.rule_auto), ("generic", words.rule_generic), (OWN, words.rule_own)];
        own.into_iter().chain(providers::all().iter().map(|provider| (provider.id, provider.name))).collect()
    };
    let choose = move |chosen: String| {
        // One's own rule starts with the one that was in use.
        let in_use = state
            .outcome
            .with_untracked(|outcome| Some(outcome.plan.as_ref()?.rules.rule.as_ref()?.to_string()));
        let rule = if chosen == OWN { in_use.unwrap_or_else(|| "$.id".into()) } else { chosen };
        state.options.update(|options| options.rule = rule);
    };
    let field = live(move || {
        let write =
            on(move |event| state.options.update(|options| options.rule = event_target_value(&event)));
        let field = || {
            view! {
                <div class="field rule">
                    <label for="own-rule">{t(|w| w.rule_own)}</label>
                    <input
                        id="own-rule"
                        type="text"
                        spellcheck="false"
                        autocapitalize="off"
                        autocomplete="off"
                        aria-invalid=Signal::derive(move || fault(&written()).is_some().to_string())
                        aria-describedby="rule-help"
                        prop:value=Signal::derive(written)
                        on:input=write
                    />
                    <small id="rule-help">{t(|w| w.rule_help)}</small>
                </div>
            }
        };
        (kind() == OWN).then(field).into_any()
    });
    let faults =
        live(move || fault(&written()).map(|finding| view! { <FindingItem finding=finding /> }).into_any());
    view! {
        <div class="rules">
            <label for="rule">{t(|w| w.rule)}</label>
            <Select id="rule" choices=Signal::derive(choices) value=Signal::derive(kind) choose=Box::new(choose) />
            {field}
            <ul class="findings" aria-live="polite">{faults}</ul>
        </div>
    }
}

/// Stands in the list for a rule that is written.
const OWN: &str = "own";

fn kind(rule: &str) -> String {
    match RuleChoice::new(rule) {
        Ok(RuleChoice::Auto) => "auto".into(),
        Ok(RuleChoice::Generic) => "generic".into(),
        Ok(RuleChoice::Provider(provider)) => provider.id.into(),
        Ok(RuleChoice::Custom(_)) | Err(_) => OWN.into(),
    }
}

fn fault(rule: &str) -> Option<Finding> {
    RuleChoice::new(rule).err()
}
