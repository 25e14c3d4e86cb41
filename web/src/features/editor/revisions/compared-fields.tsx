import type { Comparison } from '../../../shared/api/types';

const NAMES: Readonly<Record<string, string>> = {
  title: 'Title',
  category: 'Category',
  tags: 'Tags',
  featuredImage: 'Featured image',
  slug: 'Address',
};
const IMAGE = 'featuredImage';
const NOTHING = 'None';

type Field = Comparison['fields'][number];

/** What differs beside the text. */
export function ComparedFields({ fields }: { fields: readonly Field[] }) {
  return (
    fields.length > 0 && (
      <ul className="compared-fields">
        {fields.map(({ field, from, to }) => (
          <li key={field}>
            <p className="compared-field">{NAMES[field] ?? field}</p>
            <div className="compared-row" data-change="changed">
              <div className="compared-side">
                <del>
                  <Value field={field} value={from} />
                </del>
              </div>
              <div className="compared-side">
                <ins>
                  <Value field={field} value={to} />
                </ins>
              </div>
            </div>
          </li>
        ))}
      </ul>
    )
  );
}

function Value({ field, value }: { field: string; value: string }) {
  if (value === '') {
    return NOTHING;
  }
  return field === IMAGE ? (
    <img
      src={value}
      alt="Featured"
      className="compared-image"
      referrerPolicy="no-referrer"
      loading="lazy"
    />
  ) : (
    value
  );
}
