import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { GeneratedCover } from '../../../shared/ui/cover';
import type { PostFormValues } from '../draft/draft-store';
import './featured.css';

type Props = { form: UseFormReturn<PostFormValues>; source: string };

/** The featured image; the generated cover if it fails to load, as readers see it. */
export function FeaturedPicture({ form, source }: Props) {
  const title = useWatch({ control: form.control, name: 'title' });
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === source) {
    return (
      <>
        <div className="featured-shown">
          <GeneratedCover title={title} />
        </div>
        <p className="field-hint" role="status">
          The image does not load. Where it fails, readers see this cover.
        </p>
      </>
    );
  }
  return (
    <img
      src={source}
      alt="Featured"
      className="featured-shown"
      referrerPolicy="no-referrer"
      onError={() => {
        setFailed(source);
      }}
    />
  );
}
