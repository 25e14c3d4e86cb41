/**
 * The pages' Content-Security-Policy asks for Trusted Types: text becomes HTML, or the address of a script, through a
 * policy that it names, and through nothing else. Browsers that do not know them take the text as it is.
 */

/** What a policy makes of text that is to become HTML, or null to refuse; `sink` names what asks for it. */
type HtmlRule = (html: string, type: string, sink: string) => string | null;
/** What `createHTML` gives is a TrustedHTML, which TypeScript's DOM does not know yet. */
type HtmlPolicy = { createHTML: (html: string) => string };
/** The same for the address of a script. */
type ScriptRule = (address: string) => string | null;
type ScriptPolicy = { createScriptURL: (address: string) => string };
type WindowWithPolicies = Window & {
  trustedTypes?: {
    createPolicy: ((name: string, rules: { createHTML: HtmlRule }) => HtmlPolicy) &
      ((name: string, rules: { createScriptURL: ScriptRule }) => ScriptPolicy);
  };
};

const AS_IT_IS: HtmlPolicy = { createHTML: (html) => html };
const ADDRESS_AS_IT_IS: ScriptPolicy = { createScriptURL: (address) => address };

/** The policy of this name, which the server has to allow (src/http/middleware/headers.rs). */
export function htmlPolicy(name: string, createHTML: HtmlRule): HtmlPolicy {
  const { trustedTypes }: WindowWithPolicies = window;
  return trustedTypes?.createPolicy(name, { createHTML }) ?? AS_IT_IS;
}

/** As `htmlPolicy`, for the address of a script. */
export function scriptPolicy(name: string, createScriptURL: ScriptRule): ScriptPolicy {
  const { trustedTypes }: WindowWithPolicies = window;
  return trustedTypes?.createPolicy(name, { createScriptURL }) ?? ADDRESS_AS_IT_IS;
}
