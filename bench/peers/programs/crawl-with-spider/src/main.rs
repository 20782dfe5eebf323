//! Crawls sites with the crate spider and writes each page as Markdown: its whole body with the converter of its authors, or
//! its main content (`pipeline: "main"`) with rs-trafilatura: `crawl-with-spider ORDER`. ORDER is a JSON file {urls, limit,
//! concurrency, output, pipeline}. OUTPUT gets one {url, markdown} a line. Prints {"pages": N} at the end and waits for the end
//! of the standard input.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use rs_trafilatura::{extract_with_options, Options};
use spider::page::Page;
use spider::tokio;
use spider::tokio::sync::broadcast::error::RecvError;
use spider::website::Website;

struct Order {
    limit: u32,
    concurrency: usize,
    selects_main: bool,
    output: Mutex<File>,
    pages: AtomicUsize,
}

fn keep(order: &Order, page: &Page) {
    let html = page.get_html();
    let markdown = if order.selects_main {
        let options = Options {
            output_markdown: true,
            include_tables: true,
            include_links: true,
            url: Some(page.get_url_final().to_owned()),
            ..Options::default()
        };
        extract_with_options(&html, &options)
            .ok()
            .and_then(|result| result.content_markdown)
            .unwrap_or_default()
    } else {
        html2md::rewrite_html(&html, false)
    };
    let line = serde_json::json!({ "url": page.get_url_final(), "markdown": markdown });
    let mut output = order.output.lock().expect("the lock of the output");
    writeln!(output, "{line}").expect("a written line");
    order.pages.fetch_add(1, Ordering::Relaxed);
}

async fn crawl(url: String, order: Arc<Order>) {
    let mut website = Website::new(&url);
    website
        .with_limit(order.limit)
        .with_respect_robots_txt(true)
        .with_concurrency_limit(Some(order.concurrency));
    let mut pages = website.subscribe(16_384);
    let reader = tokio::spawn(async move {
        let mut conversions = tokio::task::JoinSet::new();
        loop {
            match pages.recv().await {
                Ok(page) => {
                    let order = order.clone();
                    conversions.spawn_blocking(move || keep(&order, &page));
                }
                Err(RecvError::Lagged(count)) => eprintln!("{count} pages were dropped"),
                Err(RecvError::Closed) => break,
            }
        }
        while conversions.join_next().await.is_some() {}
    });
    website.crawl().await;
    website.unsubscribe();
    drop(website);
    reader.await.expect("the reader");
}

#[tokio::main]
async fn main() {
    let path = std::env::args().nth(1).expect("the order");
    let order: serde_json::Value =
        serde_json::from_reader(File::open(path).expect("the order")).expect("JSON");
    let output = order["output"].as_str().expect("output").to_owned();
    let shared = Arc::new(Order {
        limit: order["limit"].as_u64().unwrap_or(1_000_000) as u32,
        concurrency: order["concurrency"].as_u64().unwrap_or(16) as usize,
        selects_main: order["pipeline"] == "main",
        output: Mutex::new(OpenOptions::new().create(true).append(true).open(output).expect("the output")),
        pages: AtomicUsize::new(0),
    });
    let mut crawls = tokio::task::JoinSet::new();
    for url in order["urls"].as_array().expect("urls") {
        crawls.spawn(crawl(url.as_str().expect("a URL").to_owned(), shared.clone()));
    }
    while crawls.join_next().await.is_some() {}
    println!("{}", serde_json::json!({ "pages": shared.pages.load(Ordering::Relaxed) }));
    let mut rest = Vec::new();
    std::io::stdin().read_to_end(&mut rest).expect("the standard input");
}
