import { Check, Circle } from 'lucide-react';

import { SCORE_MAX, scorePassword } from './password-score';

const BARS = Array.from({ length: SCORE_MAX }, (_, index) => index);

/** The strength of a password and the list of its checks. */
export function PasswordStrength({ password, id }: { password: string; id: string }) {
  const { score, label, checks } = scorePassword(password);
  return (
    <div id={id} className="strength" data-score={score}>
      <div className="strength-head">
        <div className="strength-bars" aria-hidden>
          {BARS.map((bar) => (
            <span key={bar} data-on={bar < score} />
          ))}
        </div>
        <p role="status" className="strength-label">
          {password !== '' && <span className="visually-hidden">Password strength: </span>}
          {password !== '' && label}
        </p>
      </div>
      <ul className="strength-checks">
        {checks.map(({ text, isMet }) => (
          <li key={text} data-met={isMet}>
            {isMet ? <Check aria-hidden /> : <Circle aria-hidden />}
            {text}
            <span className="visually-hidden">{isMet ? ': met' : ': not met yet'}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
