import { LogOut } from 'lucide-react';

import { RailLabel } from './rail-label';

export function LogoutItem({ onLeave }: { onLeave: () => void }) {
  return (
    <RailLabel name="Logout">
      <button type="button" className="side-item" aria-label="Logout" onClick={onLeave}>
        <LogOut aria-hidden />
        <span className="side-label">Logout</span>
      </button>
    </RailLabel>
  );
}
