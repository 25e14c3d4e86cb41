import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';

import { messageFor } from '../../shared/api/errors';
import { invalidateAfter } from '../../shared/api/invalidation';
import type { AuthorProfile } from '../../shared/api/types';
import { FormError } from '../../shared/form/form-error';
import { BIO_LENGTH_MAX, lengthOf } from '../../shared/form/rules';
import { applyServerErrors } from '../../shared/form/server-errors';
import { LINK_FIELDS, type LinkTexts, linksOf } from '../../shared/form/social-links';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextAreaField } from '../../shared/form/text-area-field';
import { TextField } from '../../shared/form/text-field';
import { validateLink } from '../../shared/form/web-address';
import { paths } from '../../shared/paths';
import { toast } from '../../shared/toast';
import { ErrorState } from '../../shared/ui/failure-states';
import { LoadingRows } from '../../shared/ui/loading-rows';
import { ownAuthorQuery, setOwnAuthor } from './api';

const FIELDS = [
  'bio',
  'socialLinks.website',
  'socialLinks.github',
  'socialLinks.linkedin',
  'socialLinks.x',
] as const;

type Values = { bio: string; socialLinks: LinkTexts };

/** What the page of the signed-in member says of them. */
export function AuthorPage() {
  const { data: author, error, refetch } = useQuery(ownAuthorQuery());
  if (author) {
    return <AuthorForm author={author} />;
  }
  return error ? (
    <ErrorState
      message={messageFor(error, 'Failed to fetch your page')}
      onRetry={() => void refetch()}
    />
  ) : (
    <LoadingRows text="Loading your page..." rows={2} />
  );
}

function AuthorForm({ author }: { author: AuthorProfile }) {
  const client = useQueryClient();
  const { register, handleSubmit, setError, reset, control, formState } = useForm<Values>({
    defaultValues: valuesOf(author),
  });
  const bio = useWatch({ control, name: 'bio' });
  const { errors, isSubmitting } = formState;

  async function save(values: Values) {
    try {
      const saved = await setOwnAuthor({
        bio: values.bio.trim(),
        socialLinks: linksOf(values.socialLinks),
      });
      client.setQueryData(ownAuthorQuery().queryKey, saved);
      reset(valuesOf(saved));
      toast.success('Your page is saved');
      void invalidateAfter(client, 'authorProfile');
    } catch (error) {
      applyServerErrors(error, setError, FIELDS, 'Failed to save your page');
    }
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
      <p className="settings-text">
        What readers learn of you on{' '}
        {author.slug === null ? 'your page' : <Link to={paths.author(author.slug)}>your page</Link>}
        , above your posts.
      </p>
      <TextAreaField
        label="About you"
        counter={{ used: lengthOf(bio.trim()), limit: BIO_LENGTH_MAX }}
        error={errors.bio?.message}
        {...register('bio', {
          validate: (text) =>
            lengthOf(text.trim()) <= BIO_LENGTH_MAX || 'It must be at most 500 characters',
        })}
      />
      {LINK_FIELDS.map(({ name, label, placeholder }) => (
        <TextField
          key={name}
          label={label}
          type="url"
          inputMode="url"
          placeholder={placeholder}
          autoComplete={name === 'website' ? 'url' : 'off'}
          error={errors.socialLinks?.[name]?.message}
          {...register(`socialLinks.${name}`, { validate: validateLink })}
        />
      ))}
      <FormError message={errors.root?.message} />
      <SubmitButton isBusy={isSubmitting} busyText="Saving...">
        Save Page
      </SubmitButton>
    </form>
  );
}

function valuesOf({ bio, socialLinks }: AuthorProfile): Values {
  const { website, github, linkedin, x } = socialLinks;
  return { bio, socialLinks: { website, github, linkedin, x } };
}
