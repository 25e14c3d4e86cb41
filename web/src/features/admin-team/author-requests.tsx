import { useQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import type { AuthorRequest } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { ManagedList } from '../../shared/ui/managed-list';
import { PersonPicture } from '../../shared/ui/person-picture';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { useFailure } from '../../shared/ui/use-failure';
import type { ListAddress } from '../../shared/use-list-address';
import { authorRequestsQuery } from './api';
import { DeclineRequest } from './decline-request';
import { InviteRequester } from './invite-requester';
import { TeamSection } from './team-section';

type Asked = { action: 'invite' | 'decline'; request: AuthorRequest };

/** The readers who ask to write. */
export function AuthorRequests({ address }: { address: ListAddress<string> }) {
  const list = useQuery(authorRequestsQuery(address.page));
  const failure = useFailure(list.error, 'Failed to fetch the requests to write');
  const [asked, setAsked] = useState<Asked | null>(null);
  const requests = list.data?.authorRequests ?? [];
  const Dialog = asked?.action === 'invite' ? InviteRequester : DeclineRequest;

  return (
    <TeamSection title="Requests to write">
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <ManagedList
        list={list}
        shown={requests.length}
        address={address}
        units={['request', 'requests']}
        emptyIcon={PenLine}
        emptyTitle="No requests to write"
        skeletons={1}
        isPart
      >
        <ol className="panel-card">
          {requests.map((request) => (
            <RequestRow
              key={request._id}
              request={request}
              onAction={(action) => {
                setAsked({ action, request });
              }}
            />
          ))}
        </ol>
      </ManagedList>
      {asked && (
        <Dialog
          request={asked.request}
          failure={failure}
          onAnswered={() => {
            if (requests.length === 1 && address.page > 1) {
              address.goTo(address.page - 1);
            }
          }}
          onClose={() => {
            setAsked(null);
          }}
        />
      )}
    </TeamSection>
  );
}

type RowProps = { request: AuthorRequest; onAction: (action: Asked['action']) => void };

function RequestRow({ request: { user, email, note, createdAt }, onAction }: RowProps) {
  return (
    <li className="team-request">
      <PersonPicture image={user.profileImage} />
      <div className="team-request-text">
        <p>
          {user._id === null ? (
            <span className="row-title">{user.name}</span>
          ) : (
            <Link to={paths.profile(user._id)} className="row-title">
              {user.name}
            </Link>
          )}
          <span className="row-note">
            {email} • <TimeStamp time={createdAt} form="ago" />
          </span>
        </p>
        <p className="team-request-note" dir="auto">
          {note}
        </p>
      </div>
      <div className="team-request-actions">
        <button
          type="button"
          className="button row-button"
          aria-label={`Invite ${user.name}`}
          onClick={() => {
            onAction('invite');
          }}
        >
          Invite…
        </button>
        <button
          type="button"
          className="button row-button button-danger"
          aria-label={`Decline the request of ${user.name}`}
          onClick={() => {
            onAction('decline');
          }}
        >
          Decline
        </button>
      </div>
    </li>
  );
}
