//! Indexes of PostgreSQL, where they differ from those of SQLite.

use crate::support::database;
use crate::support::postgres::{Database, is_installed, psql, query};

fn database_with_words() -> Option<Database> {
    is_installed().then(|| {
        let database = database::new_on_postgres();
        query(
            &database.url,
            "insert into search_words (id, word) select number, 'word' || number from generate_series(1, 20000) as number;
             analyze search_words",
        );
        database
    })
}

/// The number of the words is that of a large site, for which a scan of the table would be slow.
#[test]
fn words_of_the_search_are_looked_up_in_an_index() {
    let Some(database) = database_with_words() else {
        return;
    };
    let look_up = "explain select word, id - 1 from search_words
        where word in (select value from json_each('[\"word7\",\"word9\"]'))";
    let plan = query(&database.url, look_up);
    assert!(plan.contains("Index Scan using search_words_word"), "{plan}");
}

#[test]
fn a_word_of_the_search_has_one_number() {
    let Some(database) = database_with_words() else {
        return;
    };
    let output = psql()
        .args([
            "-XAtqc",
            "insert into search_words (id, word) values (20001, 'word7')",
            &database.url,
        ])
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && message.contains("word"), "{message}");
}

/// Ten thousand posts of a hundred authors, with three tags each.
#[test]
fn conditions_of_searches_and_suggestions_use_indexes() {
    if !is_installed() {
        return;
    }
    let database = database::new_on_postgres();
    query(
        &database.url,
        "insert into authors (id, name, name_folded)
         select 'author' || number, 'Author ' || number, 'author ' || number from generate_series(0, 99) as number;
         insert into posts (id, slug, title, excerpt, read_minutes, category, status, created_at, updated_at, author_id)
         select number::text, number::text, 'Kept', '', 1, 'Category ' || number % 9, 'published', number, 1,
                'author' || number % 100
         from generate_series(1, 10000) as number;
         insert into post_tags (post_seq, tag) select seq, 'tag' || (seq + tag) % 500 from posts, generate_series(1, 3) as tag;
         insert into search_texts (post_seq, text) select seq, 'A text' from posts;
         insert into tags (key, slug, name, name_folded, post_count)
         select 'tag' || number, 'tag' || number, 'Tag' || number, 'tag' || number, number % 7
         from generate_series(1, 20000) as number;
         analyze",
    );
    for (select, index) in [
        (
            "select seq from posts where status = 'published'
             and author_id in (select id from authors where instr(name_folded, 'author 7') > 0)",
            "posts_author",
        ),
        (
            "select p.seq, t.text from posts p join search_texts t on t.post_seq = p.seq
             where p.seq in (select cast(value as bigint) as value from json_each('[1,2,3]'))",
            "search_texts_pkey",
        ),
        (
            "select name, slug from tags where name_folded >= 'tag12' and name_folded < 'tag13' and post_count > 0
             order by name_folded, key limit 1000",
            "tags_named",
        ),
    ] {
        let plan = query(&database.url, &format!("explain {select}"));
        let is_read = plan.contains(&format!("using {index} ")) || plan.contains(&format!("on {index} "));
        let scans = ["posts", "tags"].map(|table| format!("Seq Scan on {table}"));
        assert!(
            is_read && scans.iter().all(|scan| !plan.contains(scan)),
            "{select}: {plan}"
        );
    }
}

/// Ten thousand posts, each with two likes and read on two days.
#[test]
fn what_readers_did_lately_is_found_by_its_time() {
    if !is_installed() {
        return;
    }
    let database = database::new_on_postgres();
    query(
        &database.url,
        "insert into posts (id, slug, title, excerpt, read_minutes, category, status, created_at, updated_at)
         select number::text, number::text, 'Kept', '', 1, 'Other', 'published', number, 1
         from generate_series(1, 10000) as number;
         insert into users (id, name, username, email, password_hash, created_at, updated_at)
         select name, name, name, name || '@example.org', '', 1, 1 from unnest(array['ada', 'bo']) as name;
         insert into post_likes (user_id, post_id, created_at)
         select name, number::text, number from unnest(array['ada', 'bo']) as name, generate_series(1, 10000) as number;
         insert into post_days (post_seq, day, device, uniques)
         select seq, seq + day, 'mobile', 1 from posts, generate_series(0, 1) as day;
         analyze",
    );
    for (select, index) in [
        (
            "select post_id from post_likes where created_at >= 9900",
            "post_likes_latest",
        ),
        (
            "select post_seq, uniques from post_days where day >= 9900",
            "post_days_day",
        ),
    ] {
        let plan = query(&database.url, &format!("explain {select}"));
        let is_read = plan.contains(&format!("using {index} ")) || plan.contains(&format!("on {index} "));
        assert!(is_read && !plan.contains("Seq Scan"), "{select}: {plan}");
    }
}

/// A hundred posts, of which each had readers from three sites on each day of a year.
#[test]
fn the_days_of_a_post_are_found_by_the_post_and_old_ones_by_their_day() {
    if !is_installed() {
        return;
    }
    let database = database::new_on_postgres();
    query(
        &database.url,
        "insert into posts (id, slug, title, excerpt, read_minutes, category, status, created_at, updated_at)
         select number::text, number::text, 'Kept', '', 1, 'Other', 'published', number, 1
         from generate_series(1, 100) as number;
         insert into post_referrers (post_seq, day, host, views)
         select seq, 20000 - day, 'site-' || site || '.example.com', 1
         from posts, generate_series(0, 364) as day, generate_series(1, 3) as site;
         insert into post_reads (post_seq, day, readers) select seq, 20000 - day, 1 from posts, generate_series(0, 364) as day;
         analyze post_referrers, post_reads",
    );
    for (select, index) in [
        (
            "select host, sum(views) from post_referrers
             where post_seq = 7 and day between 19900 and 20000 and host <> 'other' group by host",
            "post_referrers_pkey",
        ),
        (
            "select day, readers from post_reads where post_seq = 7 and day between 19900 and 20000",
            "post_reads_pkey",
        ),
        (
            "select post_seq, day, host from post_referrers where day < 19640 limit 500",
            "post_referrers_day",
        ),
        (
            "select post_seq, day from post_reads where day < 19640 limit 500",
            "post_reads_day",
        ),
    ] {
        let plan = query(&database.url, &format!("explain {select}"));
        let is_read = plan.contains(&format!("using {index} ")) || plan.contains(&format!("on {index} "));
        assert!(is_read && !plan.contains("Seq Scan"), "{select}: {plan}");
    }
}

/// Ten thousand comments on a post, in threads of twenty, among ninety thousand on other posts. They are not counted: a
/// transaction that updates the row of totals 100,000 times takes minutes, since each update reads past all earlier ones.
#[test]
fn threads_of_comments_are_read_in_the_order_of_an_index() {
    if !is_installed() {
        return;
    }
    let database = database::new_on_postgres();
    query(
        &database.url,
        "insert into posts (id, slug, title, excerpt, read_minutes, category, status, created_at, updated_at)
         select post, post, 'Kept', '', 1, 'Other', 'published', 1, 1
         from (select case number when 0 then 'p' else 'p' || number end as post from generate_series(0, 9) as number) as slugs;
         alter table comments disable trigger user;
         insert into comments (id, post_id, content, created_at, parent_id, root_id, depth, path)
         select number::text, case number / 20 % 10 when 0 then 'p' else 'p' || number / 20 % 10 end, 'Well said.', number,
                case when number % 20 > 0 then (number - number % 20)::text end,
                (number - number % 20)::text, (number % 20 > 0)::int,
                lpad((number - number % 20)::text, 32, '0')
                    || case when number % 20 > 0 then lpad(number::text, 32, '0') else '' end
         from generate_series(100, 100099) as number;
         analyze comments",
    );
    let shown = "(c.state = 'visible' or c.reply_count > 0)";
    let roots = format!("from comments c where c.post_id = 'p' and c.parent_id is null and {shown}");
    let path = format!("{:0>32}", 5_000);
    let below = format!(
        "from comments c where c.root_id = '5000' and c.path > '{path}' and c.path < '{path}g' and {shown}"
    );
    for (select, index) in [
        (
            format!("select * {roots} order by c.created_at desc, c.id desc limit 20"),
            "comments_roots",
        ),
        (
            format!("select * {roots} order by c.created_at, c.id limit 20"),
            "comments_roots",
        ),
        (
            format!("select * {roots} order by c.like_count desc, c.created_at desc, c.id desc limit 20"),
            "comments_roots_liked",
        ),
        (
            format!("select * {below} order by c.path limit 20"),
            "comments_thread",
        ),
        (format!("select count(*) {below}"), "comments_thread"),
        (
            "select id from comments where state = 'removed' and removed_at < 5 order by removed_at, id limit 9".to_owned(),
            "comments_removed",
        ),
    ] {
        let plan = query(&database.url, &format!("explain {select}"));
        let is_read = plan.contains(&format!("using {index} ")) || plan.contains(&format!("on {index} "));
        assert!(is_read && !plan.contains("Seq Scan"), "{select}: {plan}");
    }
}

/// Ten thousand comments, of which a few are held, removed and reported.
#[test]
fn lists_of_moderators_are_read_in_the_order_of_an_index() {
    if !is_installed() {
        return;
    }
    let database = database::new_on_postgres();
    query(
        &database.url,
        "insert into posts (id, slug, title, excerpt, read_minutes, category, status, created_at, updated_at)
         values ('p', 'kept', 'Kept', '', 1, 'Other', 'published', 1, 1);
         alter table comments disable trigger user;
         insert into comments (id, post_id, content, created_at, root_id, path, state, removed_at, report_count)
         select number::text, 'p', 'Well said.', number, number::text, number::text,
                case number % 50 when 1 then 'held' when 2 then 'removed' else 'visible' end,
                case when number % 50 = 2 then number end, (number % 50 = 3)::int
         from generate_series(1, 10000) as number;
         analyze comments",
    );
    for (condition, order, index) in [
        (
            "state in ('visible', 'held')",
            "created_at desc, id desc",
            "comments_newest",
        ),
        ("state = 'held'", "created_at desc, id desc", "comments_held"),
        (
            "state = 'removed' and removed_at is not null",
            "removed_at desc, id desc",
            "comments_removed",
        ),
        (
            "report_count > 0 and state in ('visible', 'held')",
            "report_count desc, created_at desc, id desc",
            "comments_reported",
        ),
    ] {
        let list = format!("explain select * from comments c where {condition} order by {order} limit 20");
        let plan = query(&database.url, &list);
        assert!(
            plan.contains(&format!("using {index} ")) && !plan.contains("Sort"),
            "{list}: {plan}"
        );
    }
}

/// Every write of the site inserts a commit.
#[test]
fn commits_have_no_index_but_those_that_statements_use() {
    if !is_installed() {
        return;
    }
    let database = database::new_on_postgres();
    let indexes =
        "select string_agg(indexname, ' ' order by indexname) from pg_indexes where tablename = 'commits'";
    assert_eq!(query(&database.url, indexes), "commits_batch_key commits_pkey");
    // That of the removal of old commits, which reads the oldest ones.
    query(
        &database.url,
        "insert into commits (number, batch, changes, committed_at)
         select number, 'batch ' || number, '', number from generate_series(1000, 20000) as number;
         analyze commits",
    );
    let oldest = "explain select number, committed_at from commits order by number limit 500";
    let plan = query(&database.url, oldest);
    assert!(plan.contains("Index Scan using commits_pkey"), "{plan}");
}
