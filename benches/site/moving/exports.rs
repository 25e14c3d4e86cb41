//! Large exports of other systems.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use anyhow::Result;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::corpus::Texts;

const SEED: u64 = 20_261_102;
/// The width and height of a picture in pixels, as large as an upload may be.
const SIDE: u32 = 1_600;
/// The bytes before the pixels of a BMP file.
const BMP_HEAD: u32 = 54;

/// Writes an export of WordPress with so many posts, each with a text of at least so many bytes and two comments.
pub fn wordpress(file: &Path, posts: usize, text_bytes: usize) -> Result<()> {
    let texts = Texts::read()?;
    let mut random = StdRng::seed_from_u64(SEED);
    let mut output = BufWriter::new(File::create(file)?);
    write!(
        output,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" \
         xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:wp=\"http://wordpress.org/export/1.2/\"><channel>\n\
         <title>Old</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>\n\
         <wp:base_site_url>https://old.example</wp:base_site_url>\n"
    )?;
    for number in 1..=posts {
        let mut html = String::new();
        while html.len() < text_bytes {
            html.push_str(texts.paragraph(&mut random));
        }
        // The end of a section cannot be within one.
        let html = html.replace("]]>", "");
        write!(
            output,
            "<item><title>Number {number}</title><link>https://old.example/2020/number-{number}/</link>\
             <dc:creator><![CDATA[ada]]></dc:creator><content:encoded><![CDATA[{html}]]></content:encoded>\
             <wp:post_id>{number}</wp:post_id><wp:post_date_gmt>2020-05-01 10:00:00</wp:post_date_gmt>\
             <wp:post_name>number-{number}</wp:post_name><wp:status>publish</wp:status>\
             <wp:post_type>post</wp:post_type><category domain=\"post_tag\" nicename=\"a\"><![CDATA[Tag {}]]></category>",
            number % 50
        )?;
        for comment in [2 * number, 2 * number + 1] {
            let text = texts.comment(&mut random)?;
            write!(
                output,
                "<wp:comment><wp:comment_id>{comment}</wp:comment_id><wp:comment_author>Bo</wp:comment_author>\
                 <wp:comment_date_gmt>2020-05-02 10:00:00</wp:comment_date_gmt>\
                 <wp:comment_content><![CDATA[{}]]></wp:comment_content>\
                 <wp:comment_approved>1</wp:comment_approved></wp:comment>",
                text.as_str().replace("]]>", "")
            )?;
        }
        writeln!(output, "</item>")?;
    }
    write!(output, "</channel></rss>")?;
    output.flush()?;
    Ok(())
}

/// Writes an archive of Markdown with so many texts, each with a picture that is not packed.
pub fn archive(file: &Path, posts: usize) -> Result<()> {
    let mut random = StdRng::seed_from_u64(SEED);
    let mut archive = ZipWriter::new(BufWriter::new(File::create(file)?));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for number in 1..=posts {
        archive.start_file(format!("post-{number}.md"), options)?;
        write!(
            archive,
            "---\ntitle: Number {number}\ndate: 2020-05-01\n---\n\n![A picture]({number}.bmp)\n\nText.\n"
        )?;
        archive.start_file(format!("{number}.bmp"), options)?;
        archive.write_all(&bmp(&mut random))?;
    }
    archive.finish()?.flush()?;
    Ok(())
}

/// Returns a picture with three bytes for each pixel: a slope of colours with blocks on it, as photographs are neither flat
/// nor noise.
fn bmp(random: &mut StdRng) -> Vec<u8> {
    let pixels = SIDE * SIDE * 3;
    let mut file = b"BM".to_vec();
    for number in [
        BMP_HEAD + pixels,
        0,
        BMP_HEAD,
        40,
        SIDE,
        SIDE,
        1 | (24 << 16),
        0,
        pixels,
        0,
        0,
        0,
        0,
    ] {
        file.extend(number.to_le_bytes());
    }
    let blocks: Vec<[u8; 3]> = (0..400).map(|_| random.random()).collect();
    for y in 0..SIDE {
        for x in 0..SIDE {
            let block = blocks[(y / 80 * 20 + x / 80) as usize];
            let slope = u8::try_from((x + y) * 255 / (2 * SIDE)).unwrap_or(u8::MAX);
            file.extend(block.map(|colour| colour / 2 + slope / 2));
        }
    }
    file
}
