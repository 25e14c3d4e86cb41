import type { LucideIcon } from 'lucide-react';
import { Toolbar as Bar } from 'radix-ui';

type Props = {
  label: string;
  icon: LucideIcon;
  onPress: () => void;
  isPressed?: boolean;
  keys?: string;
};

export function ToolbarButton({ label, icon: Icon, onPress, isPressed, keys }: Props) {
  return (
    <Bar.Button
      className="toolbar-button"
      aria-label={label}
      aria-pressed={isPressed}
      aria-keyshortcuts={keys}
      title={keys ? `${label} (${keys.replace('Control', 'Ctrl')})` : label}
      onClick={onPress}
    >
      <Icon aria-hidden />
    </Bar.Button>
  );
}
