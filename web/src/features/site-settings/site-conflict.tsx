import { ConflictBox } from '../../shared/ui/conflict-box';

type Props = {
  /** The names of the settings that differ. */
  different: readonly string[];
  onReload: () => void;
  onKeepMine: () => void;
};

/** Names the settings that somebody else has saved since the form was opened. */
export function SiteConflict({ different, onReload, onKeepMine }: Props) {
  const differences = different.length > 0 && ` Different from yours: ${different.join(', ')}.`;
  return (
    <ConflictBox
      className="site-section site-conflict"
      message={
        <>
          Somebody else has changed these settings. Nothing was saved yet; your changes are in the
          form.
          {differences}
        </>
      }
      takeText="Reload theirs"
      onTakeTheirs={onReload}
      onKeepMine={onKeepMine}
    />
  );
}
