import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';

import type { ApiKey } from '../../shared/api/types';
import { ROLE_NAMES } from '../../shared/session/role-texts';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { ManagedList } from '../../shared/ui/managed-list';
import { type Column, PanelTable } from '../../shared/ui/panel-table';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { useFailure } from '../../shared/ui/use-failure';
import type { ListAddress } from '../../shared/use-list-address';
import { apiKeysQuery } from './api';
import { ApiKeyForm } from './api-key-form';
import { NewKey } from './new-key';
import { RevokeApiKey } from './revoke-api-key';
import { SCOPE_NAMES } from './scopes';
import { TeamSection } from './team-section';

/** The keys with which programs act for members of the staff, and the form for another one. */
export function ApiKeys({ address }: { address: ListAddress<string> }) {
  const list = useQuery(apiKeysQuery(address.page));
  const failure = useFailure(list.error, 'Failed to fetch the API keys');
  const [made, setMade] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const keys = list.data?.apiKeys ?? [];

  return (
    <TeamSection title="API keys">
      <p className="panel-note">
        With a key a program reads and writes posts in the name of the administrator who made it,
        and never more than the key allows.
      </p>
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <ManagedList
        list={list}
        shown={keys.length}
        address={address}
        units={['key', 'keys']}
        emptyIcon={KeyRound}
        emptyTitle="No API keys"
        skeletons={1}
        isPart
      >
        <KeysTable keys={keys} onRevoke={setRevoking} />
      </ManagedList>
      {made === null ? (
        <ApiKeyForm onMade={setMade} />
      ) : (
        <NewKey
          text={made}
          onDone={() => {
            setMade(null);
          }}
        />
      )}
      {revoking && (
        <RevokeApiKey
          apiKey={revoking}
          failure={failure}
          onRevoked={() => {
            if (keys.length === 1 && address.page > 1) {
              address.goTo(address.page - 1);
            }
          }}
          onClose={() => {
            setRevoking(null);
          }}
        />
      )}
    </TeamSection>
  );
}

const FACTS: readonly Column<ApiKey>[] = [
  {
    title: 'Name',
    cellClassName: 'cell-main',
    cell: ({ name, prefix, createdBy, createdAt }) => (
      <>
        <span className="row-title">{name}</span>
        <span className="row-note">
          <code>{prefix}…</code>, by {createdBy} <TimeStamp time={createdAt} form="ago" />
        </span>
      </>
    ),
  },
  {
    title: 'Allows',
    cellClassName: 'cell-quiet',
    cell: ({ role, scopes }) =>
      `${ROLE_NAMES[role]}: ${scopes.map((scope) => SCOPE_NAMES[scope] ?? scope).join(', ')}`,
  },
  {
    title: 'Last used',
    cellClassName: 'cell-quiet',
    cell: ({ lastUsedAt }) => (
      <>
        <span className="on-cards">Last used </span>
        {lastUsedAt === null ? 'never' : <TimeStamp time={lastUsedAt} form="ago" />}
      </>
    ),
  },
  {
    title: 'Expires',
    cellClassName: 'cell-quiet',
    cell: ({ expiresAt }) => (
      <>
        <span className="on-cards">
          {Date.parse(expiresAt) <= Date.now() ? 'Expired ' : 'Expires '}
        </span>
        <TimeStamp time={expiresAt} />
      </>
    ),
  },
];

type TableProps = { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void };

function KeysTable({ keys, onRevoke }: TableProps) {
  const columns: Column<ApiKey>[] = [
    ...FACTS,
    {
      title: 'Actions',
      className: 'cell-actions',
      cell: (key) => (
        <div className="row-actions">
          <button
            type="button"
            className="button row-button button-danger"
            aria-label={`Revoke the key ${key.name}`}
            onClick={() => {
              onRevoke(key);
            }}
          >
            Revoke
          </button>
        </div>
      ),
    },
  ];
  return <PanelTable columns={columns} items={keys} />;
}
