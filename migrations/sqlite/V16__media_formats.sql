-- Drawings of diagrams are stored beside the pictures, in a format of their own.
alter table media add column format text not null default 'webp' check (format in ('webp', 'svg'));
