/**
 * Lower-case file extensions that a crawl skips: images, audio, video, archives, programs, fonts and style sheets.
 * Extensions that are common in titles (`/wiki/Node.js`) and documents are not included.
 */
export const skippedExtensions: ReadonlySet<string> = new Set(
  [
    'apng avif bmp cur dng eps gif heic heif icns ico jfif jpe jpeg jpg jxl nef png psd raw svg svgz tif tiff webp xcf',
    '3gp aac aif aiff amr avi flac flv m3u m3u8 m4a m4v mid midi mka mkv mov mp3 mp4 mpeg mpg oga ogg ogv opus ra ram swf wav weba webm wma wmv',
    '7z apk br bz2 cab crx deb dmg egg gz img ipa iso jar lz lz4 lzma msi msix nupkg pkg rar rpm snap tar tbz tgz txz war whl xpi xz z zip zst',
    'bin dat dll dylib exe o so sqlite torrent',
    'css eot map otf ttf woff woff2',
  ].flatMap((line) => line.split(' ')),
);
