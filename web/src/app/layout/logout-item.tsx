import { LogOut } from 'lucide-react';

import { Named } from './named';

export function LogoutItem({ onLeave }: { onLeave: () => void }) {
  return (
    <Named name="Logout">
      <button type="button" className="side-item" aria-label="Logout" onClick={onLeave}>
        <LogOut aria-hidden />
        <span className="side-label">Logout</span>
      </button>
    </Named>
  );
}
