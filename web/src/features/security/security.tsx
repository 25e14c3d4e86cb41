import { type ReactNode, useId } from 'react';

import { loginProviders } from '../../shared/login-providers';
import type { AccountKind } from '../../shared/session/ended-session';
import { Identities } from './identities';
import { Passkeys } from './passkeys';
import { SecondFactor } from './second-factor';
import { Sessions } from './sessions';
import './security.css';

/** The account that is signed in; the address is for password managers. */
export type SecuredAccount = { kind: AccountKind; email: string };

/** The second factor, the passkeys, the linked accounts and the sessions of an account. */
export function Security({ account }: { account: SecuredAccount }) {
  const hasIdentities = account.kind === 'reader' && loginProviders().length > 0;
  return (
    <div className="security">
      <Section
        title="Second factor"
        lead="A code of an authenticator app, which a login asks for after the password. Whoever only knows your password cannot log in."
      >
        <SecondFactor account={account} />
      </Section>
      <Section
        title="Passkeys"
        lead="A key on your phone, computer or security key, unlocked by your finger, face or PIN. It logs in without your password, and only here: nobody can lure it away."
      >
        <Passkeys account={account} />
      </Section>
      {hasIdentities && (
        <Section
          title="Linked accounts"
          lead="Your accounts on other sites that log you in here, without a password of this site."
        >
          <Identities email={account.email} />
        </Section>
      )}
      <Section
        title="Sessions"
        lead="Where you are logged in. If you do not recognise one, end it and change your password."
      >
        <Sessions kind={account.kind} />
      </Section>
    </div>
  );
}

type SectionProps = { title: string; lead: string; children: ReactNode };

function Section({ title, lead, children }: SectionProps) {
  const id = useId();
  return (
    <section className="security-section" aria-labelledby={id}>
      <h2 id={id} className="security-title">
        {title}
      </h2>
      <p className="security-text">{lead}</p>
      {children}
    </section>
  );
}
