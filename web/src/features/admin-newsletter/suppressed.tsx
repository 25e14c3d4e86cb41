import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { queryKey } from '../../shared/api/query-key';
import type { SuppressedAddress } from '../../shared/api/types';
import { toast } from '../../shared/toast';
import { type Column, PanelTable } from '../../shared/ui/panel-table';
import { TimeStamp } from '../../shared/ui/time-stamp';
import type { Failure } from '../../shared/ui/use-failure';
import './admin-newsletter.css';
import { liftSuppression } from './api';

const FACTS: readonly Column<SuppressedAddress>[] = [
  {
    title: 'Email',
    cellClassName: 'cell-main',
    cell: ({ email, reason }) => (
      <>
        <span className="row-title">{email}</span>
        <span className="row-note">{reason}</span>
      </>
    ),
  },
  {
    title: 'Since',
    cellClassName: 'cell-quiet',
    cell: ({ at }) => (
      <>
        <span className="on-cards">Since </span>
        <TimeStamp time={at} />
      </>
    ),
  },
];

type Props = { addresses: readonly SuppressedAddress[]; failure: Failure };

/** The addresses whose mail servers refused a mail for good; nothing if there are none. */
export function Suppressed({ addresses, failure }: Props) {
  const id = useId();
  const client = useQueryClient();
  const [lifting, setLifting] = useState<string | null>(null);

  async function lift(email: string) {
    setLifting(email);
    try {
      await liftSuppression(email);
      toast.success(`${email} gets mail again`);
    } catch (error) {
      failure.show(error, 'Failed to lift the suppression');
    } finally {
      setLifting(null);
      void client.invalidateQueries({ queryKey: queryKey('admin', 'newsletter') });
    }
  }

  const columns: Column<SuppressedAddress & { _id: string }>[] = [
    ...FACTS,
    {
      title: 'Actions',
      className: 'cell-actions',
      cell: ({ email }) => (
        <div className="row-actions">
          <button
            type="button"
            className="button row-button"
            aria-label={`Lift the suppression of ${email}`}
            aria-disabled={lifting === email || undefined}
            onClick={() => {
              if (lifting === null) {
                void lift(email);
              }
            }}
          >
            {lifting === email ? 'Lifting...' : 'Lift'}
          </button>
        </div>
      ),
    },
  ];
  return (
    addresses.length > 0 && (
      <section className="newsletter-suppressed" aria-labelledby={id}>
        <h2 id={id} className="newsletter-suppressed-title">
          Suppressed addresses
        </h2>
        <p className="panel-lead">
          Their mail servers refused a mail for good, so they get none but those about their
          account. Lift that once you know that the mailbox works again.
        </p>
        <PanelTable
          columns={columns}
          items={addresses.map((address) => ({ ...address, _id: address.email }))}
        />
      </section>
    )
  );
}
