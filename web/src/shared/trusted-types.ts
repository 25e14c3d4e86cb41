/**
 * Trusted Types policies. The Content-Security-Policy of the pages requires one for text that becomes HTML or the
 * address of a script. Browsers without Trusted Types use the text as it is.
 */

/** Returns the HTML to use, or null to reject it; `sink` names the caller. */
type HtmlRule = (html: string, type: string, sink: string) => string | null;
/** Returns a TrustedHTML, which TypeScript's DOM types do not have yet. */
type HtmlPolicy = { createHTML: (html: string) => string };
/** Returns the address of the script to use, or null to reject it. */
type ScriptRule = (address: string) => string | null;
type ScriptPolicy = { createScriptURL: (address: string) => string };
type WindowWithPolicies = Window & {
  trustedTypes?: {
    createPolicy: ((name: string, rules: { createHTML: HtmlRule }) => HtmlPolicy) &
      ((name: string, rules: { createScriptURL: ScriptRule }) => ScriptPolicy);
  };
};

const HTML_UNCHANGED: HtmlPolicy = { createHTML: (html) => html };
const ADDRESS_UNCHANGED: ScriptPolicy = { createScriptURL: (address) => address };

/** Creates the policy of this name, which the server must allow (src/http/middleware/headers.rs). */
export function htmlPolicy(name: string, createHTML: HtmlRule): HtmlPolicy {
  const { trustedTypes }: WindowWithPolicies = window;
  return trustedTypes?.createPolicy(name, { createHTML }) ?? HTML_UNCHANGED;
}

/** `htmlPolicy` for the addresses of scripts. */
export function scriptPolicy(name: string, createScriptURL: ScriptRule): ScriptPolicy {
  const { trustedTypes }: WindowWithPolicies = window;
  return trustedTypes?.createPolicy(name, { createScriptURL }) ?? ADDRESS_UNCHANGED;
}
