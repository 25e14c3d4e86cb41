type Props<Status extends string> = {
  label: string;
  all: string;
  options: readonly { value: Status; label: string }[];
  value: Status | undefined;
  onChange: (status: string) => void;
};

/** Narrows a list of the panel to one state. */
export function StatusFilter<Status extends string>(props: Props<Status>) {
  const { label, all, options, value, onChange } = props;
  return (
    <label className="select">
      <span className="visually-hidden">{label}</span>
      <select
        value={value ?? ''}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
