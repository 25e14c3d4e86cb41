import {
  AtSign,
  ClipboardCheck,
  FileText,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  Reply,
  ShieldAlert,
} from 'lucide-react';
import { Link } from 'react-router';

import type { Notice } from '../../shared/api/types';
import { Avatar } from '../../shared/ui/avatar';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { NoticeText, noticePath } from './notice-text';

const AVATAR_PX = 40;

const ICONS: Readonly<Record<string, LucideIcon>> = {
  reply: Reply,
  mention: AtSign,
  thread: MessagesSquare,
  comment: MessageCircle,
  post: FileText,
  moderation: ShieldAlert,
};

type Props = { notice: Notice; onOpen: (notice: Notice) => void };

/** A notice: one link to what it is about. */
export function NoticeItem({ notice, onOpen }: Props) {
  const { kind, actor, at, readAt } = notice;
  const Icon = ICONS[kind] ?? ClipboardCheck;
  const isUnread = readAt === null;
  const open = () => {
    onOpen(notice);
  };
  return (
    <li className="notification" data-unread={isUnread || undefined}>
      <span className="notification-picture" aria-hidden>
        {actor ? (
          <Avatar src={actor.profileImage?.url ?? null} size={AVATAR_PX} isLazy />
        ) : (
          <span className="avatar notification-nobody" />
        )}
        <span className="notification-kind">
          <Icon />
        </span>
      </span>
      <div className="notification-body">
        <Link
          to={noticePath(notice)}
          className="notification-link"
          onClick={open}
          onAuxClick={open}
        >
          {isUnread && <span className="visually-hidden">Unread: </span>}
          <NoticeText notice={notice} />
        </Link>
        <span className="notification-time">
          <TimeStamp time={at} form="clock" />
        </span>
      </div>
      {isUnread && <span className="notification-dot" aria-hidden />}
    </li>
  );
}
