import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { contentOf, firstObject, type PdfStream, type PlacedText, pdfOfStreams } from './make-pdf.ts';

/** A page of text as a scanner delivers it: black and white, 499 by 291 pixels. */
const encoded =
  'iVBORw0KGgoAAAANSUhEUgAAAfMAAAEjAQAAAAAOStXJAAAJSklEQVR42u2bQWwcVxmAv5kdeafCzW7aCtw2zU4pEhWXuiqoPpTsS5RWPRSBxIlL64AQFyBuqZBbSvbZjdIcKhokDhSpZSXuqIhLhEIyTi1iIUQWuKTItG+DwSuo0nFqKbPb2fk5zKyzttde724kQJ05ePfN+Jv/f+/9/7z//9+sJYxy1G1GOzI+4zM+4/+n+MVNrTWXprML37asLZfP712+JbQdctHmm8bdrfYnQpxo5+dvTm8+16VMu9hPvgMgK7d2/PSI/BOD8ndtPjk1KO82FSzSVkCyIJ5uK+pEsACcBuo73EBEdFzx88GYxTR5LSEHrGDMCgpCyfAShcixJCeUpMdh0snyI2IwG3eNZSYUAsANiYCksaP83ELMYeMUS38XyclcjD6aiwr5qBBVcpHlV3JRId9Tvg1giyNYb3HvhvFY038lKkYAMbbndxq97YcYtA3eOzeH9f5/hMQk54GksfP8e7APTGC22FEOcIpmR6OyU/Gdw93mA3u0Px/ACf1NYwvM6a7GTnzU9HBAQZfDBXUNorsaO/FW55q9bZDjvN6L/nnxt7teSSByuxo78p3hsvBuXip2/aW4N/9tD/v8aKeKq+6L1yHsbvSXrwGWuk48CESB10e+HfWwbjcIgEB3NXbiLUIdgY/SialEEDtcBdagXVVpo6f/RhREWwEV8uKLCONMosc5QT7iMfSkQ8gJdvFfUGMbboQudiZzwuaIBbYFFhM7Pj9EJConn3URCTo3D0TeltdE5LXus5vlW5vN6urB0fKHO0Zbf9aD/278EK+MxsuTI+pfHJS3svwv4zM+4zM+4zM+44fhk9B8a+y1EbA3u5KSpS1fbVizJrcn8c7J3glXtOWrnSSXgHSy/nWAV5/C7SRfYzeZxuSWrw7kLv0ZgKPdclRtcrTxq+55/MaZrrUBalQbAKJA1Apt/DSerLagrRsA6jpQa+tmmiuJyKVmPihLWMhddPWBsvizBZE/iA6DA3ltVl+R+ETen5qaKSGirxf8igQvBweLXC906g+yfGOaseMfPbT43U8rHnn4OLQ5Fx6fr59be+5JiN9fHlPffOY78C05u+Qzfu3DX114R85u9L/YCCCu4B1GJ1lsCxuU2C5FaMfF6di5oQDbKxo47YT7te1t5L9JXxy76MRAUIRY8CMP5RsA12PBWG/fTPGMt3n811Qyl3o6PZ/nIrcD8kkfxK3PRU2V2F591/mzOvanwfXASTLiVX0VfrPz/BeCtELwfue8X/HznbqCFS+h8+FDSSJudpN/JA3iLePDDKhfpM4Teozf7L+3la+lyXcI+AHwLDpQoW+jgBass6oTugpg0hul/EQN7B+C/gxwygGm3iOsLcQaINdSWo03ki5OVoFxt+OeImIZldifH5ZWRYKXCiK5ug6my/m5+FBFwoN588rlsGSJGH/OVCTwZg/mjT+3PX+kMTFa/uGO9vwTM+Lz8ysj8l6Wv2X8LeUTizI7mNlWvqlo9nKiB9MynddVI9/Gt+Df04Ty7W0lOZlJGjkin6Tgud5TvjMJ8akexbj0M+jTfxOyew0o3M5X01ilkXSrgcA6tFgBWiwBMSsr1KoQOqKkrNrpMg0isfPAJX92qiIEJbl8Sa6EkYhv6mZW7SuJKVmmLqGb08F8XuSzK2FBT+XPVJJl2tgQP1/zCotHNY/dZgjTSvS7r9/zwe+aD3us8oM772Ds+1NvvnrNQORaV77xgol9HnnhSqq/hqJtwRENcKYKUPXDmnliWuFqxhxAef4cUDQ2jl20SIvNdhJHedNRMlNeGlZY4qAR8NEEQM7CjSAuOuNMusV0mcZO1t36nA/zwG3qOAALTlDXBJoiJ6XLnlx/855UOn+r2PAmMG46xfzTwCFAzjldxite1Gv9XNJXEA/IwWkFlC9SMlgQoLqrYo5ubpXvRFDkZGcByoWLUcdjksXI1l2BgbI3VcbT/YdABwkTYJL/VTWqRMlo+mz4jK3jABp0lmkbmHUNPIkVC4S1t7BfhGcOM1nFhnDmnPaIY6ZVJz4xSUB7yunYX3i/X7gsMn+gJKb8c1POi/hSNrOlD0XMK5TLEk6U/MBbkKgQTFlz0T6nkCzTBhGJREQu9yrv3kg+KrLTYeyhK4+b/Tf2e11NXHnXJU5EgsrNAvamI/6yiIisyB70V70W1xoAt2fr7/8Bf2a4G4iILyIiBRniMDbwtGI9dfJh9Jf7p0frvwpG4mOtVmI80Q1qA/MOQPiGWW60qtaxqXC4+Tt/52+XZebcp8ww+kcAYZGyrYvD2Y9Y2o5dlOUOaX8KIJwfbvydke3fTWyvohlq/nQBsHGHlG+zX/R5Qi4MJ9+qeu/+emk9uhLr1tgw+h+TI/mX/9J89PHV108NymfP74zP+IzP+IzP+Iz/GPJNu7NRNt/Wdd122t5A/NijOk1+zkb80of2zGD6j/lWUiE52mI/VtRSQ/bfHgcDwcSgfI0zzS05zSD89S+Un2ukSntDzF/+e3G4miSBDyEu0WB8rDS4H6jWabjD51+Dyl/UbjSWpq/XVG6gPMAByhYWa68FMgt/Msgo9qv1UPYvyQ7c4BO4qf4TA7SGke+0qCWaa6xxMyAvwosTl32AmVIljAeZAZGwEDy2Lx8cKodWUPBPvJQPS3uvX2T5T8ZnfMZnfMZnfMbfUn6pfzRsk/zEDtJdUbjY2YtV0d7kP52G3um/T6YvSoHX/5eI3fsvBzqxZELt6V2gW7P/0myRbL54onAqrNCAeCZ5BaHVd/xvuKtH7177/OLcFxunDDb6jebr9ylgVb9xdXFV9YnfsX60+lRzfGbyo7PvB/fC+a8ePHnhAWUpVjnXfHG5j/wIii5H9Ak4HDtfw7LwUEIU4lbS9xP62I/lo3E5NAvAMod9x2jbw0f5hH31B9Q8EMn+f+Zhfn0BfR9hRFGAe/ron9ziTaDZscM/whqdNLig+unvkrx8YFsxwFF+nG4JBQD7+uVPulhUFwDWOz9/8tpE3Lh2HVBYZnf59sbeu6m2iOFB3oMWLih8AtNn/K1qVYdzcRQGS7kWHyVb+dqDPOGzccUE1T79P1Zu3K2e+Onxv63N3/Uzi9/L819frjr8pHHw7tnHnS+tqd3zF+n5+sHq3vdfkwx+pOfXNlzcgfgb28ZoeiD+c9vGaI8dyvK3jM/4jP+48v8BudxPy+vSULgAAAAASUVORK5CYII=';

/** Lines of the page. */
export const scannedLines = [
  'Ferry timetable',
  'The ferry to Kelstow leaves the north quay at 9:40 every day from March to October.',
  'Price: £18.50',
  'Organizer: Mary Aldous',
];

/** Returns the page as a PNG file. */
export function makeScan(): Buffer {
  return Buffer.from(encoded, 'base64');
}

/** Grey pixels, one byte each. */
export interface GreyImage {
  width: number;
  height: number;
  data: Buffer;
}

/** Returns the page with a white rest below, in the proportions of a sheet of 612 by 792. */
export function scanPixels(): GreyImage {
  const { width, height: textHeight, data: rgba } = PNG.sync.read(makeScan());
  const height = Math.round((width * 792) / 612);
  const data = Buffer.alloc(width * height, 255);
  for (let at = 0; at < width * textHeight; at++) data[at] = rgba[at * 4] ?? 0;
  return { width, height, data };
}

/** Returns an image turned clockwise by 90 degrees. */
export function turnClockwise({ width, height, data }: GreyImage): GreyImage {
  const turned = Buffer.alloc(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) turned[x * height + (height - 1 - y)] = data[y * width + x] ?? 0;
  return { width: height, height: width, data: turned };
}

/** The matrix that fills a sheet with an image. */
export const wholeSheet = '612 0 0 792 0 0';

/** Returns the operators that draw an image in the area of the unit square under the matrix. */
export function drawImage({ width, height, data }: GreyImage, matrix = wholeSheet): string {
  const hex = deflateSync(data).toString('hex');
  return `q ${matrix} cm BI /W ${width} /H ${height} /CS /G /BPC 8 /F [/AHx /Fl] ID ${hex}> EI Q`;
}

/** Returns a page of a PDF with these operators, and texts above its images. */
export function pageStream(operators: string, texts: readonly PlacedText[] = []): PdfStream {
  const content = `${operators}\n${contentOf(texts)}`;
  return { entries: '/Filter /FlateDecode', bytes: deflateSync(Buffer.from(content, 'latin1')) };
}

/** Creates a PDF of this number of scanned pages. */
export function makeScannedPdf(pages: number): Buffer {
  const page = pageStream(drawImage(scanPixels()));
  return pdfOfStreams(Array.from({ length: pages }, () => page));
}

/** Returns an image as each page of a TIFF file without compression, with the order of bytes of Intel or of Motorola. */
export function makeTiff({ width, height, data }: GreyImage, isLittleEndian: boolean, pages = 1): Buffer {
  const tags = [
    [256, width],
    [257, height],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, height],
    [279, data.length],
  ] as const;
  const start = 8 + data.length + (data.length % 2);
  const size = 2 + tags.length * 12 + 4;
  const bytes = Buffer.alloc(start + size * pages);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  bytes.write(isLittleEndian ? 'II' : 'MM');
  view.setUint16(2, 42, isLittleEndian);
  view.setUint32(4, start, isLittleEndian);
  data.copy(bytes, 8);
  for (let page = 0; page < pages; page++) {
    const directory = start + page * size;
    view.setUint16(directory, tags.length, isLittleEndian);
    for (const [at, [tag, value]] of tags.entries()) {
      const entry = directory + 2 + at * 12;
      view.setUint16(entry, tag, isLittleEndian);
      view.setUint16(entry + 2, 4, isLittleEndian);
      view.setUint32(entry + 4, 1, isLittleEndian);
      view.setUint32(entry + 8, value, isLittleEndian);
    }
    view.setUint32(directory + size - 4, page + 1 < pages ? directory + size : 0, isLittleEndian);
  }
  return bytes;
}

/** The page with a white rest below, 499 by 646 pixels, as a fax machine encodes it (ITU-T T.6). */
const encodedFax =
  'JqBqCn//////yGQGlZA8FahBemQbqE/9Q4Pg5A8NLsgePv58L///f//YX/tY/+JFwgXsgvakNOyJZBjFIP2XeQTPI3BAyOgJlUBFOz4IdI0M0wwgwQMI6GdAkEHggf6euv+g00+eTi9P9HmwYmFBiYRxBBhAzwWDEuqMJo82DPBAQNzSejzfGlcIPCD9fQYhOlf3Telfrddb/1TrfT/rf7442v/749N+/Pj//X1/////ftr//eQTT/v9Dquv/Q8L+h+P7f//o+//8zAj6//Mwz0v+ZhkAyd/ev/fr/f/4/////8iR9f/kSNf/Ikf/vlx//lw/aX/tr//+2v2v7a+6V219326XxwwlbpYI6AgoEDBA+KBBggwgwg2KimToGECBCgQbFewvdr/YTTXtbCxIEWI0DBCIiQtgwQYIRDBCQt44iIiO1kDwVHX/tLiusf//////////yGpBBUHIZAbwQPKyB4GIIHhsjIaNFBBkDw0uNl932d0YpBmdhMJyGHDkDwIcOQPBHD8uzD9Dul////+l//445nIR8iOQRyK+RI0iEjJPZEjIrkI5BRBCP53ISCGW5CQQ8ed/wmEGEDCDLsJlQETxsFwYQekEHhA0DCDNhnLvCDBAzYawgwQMIHoMIMhntBhBl2hB6D+zQi7YYJF2w2CsSPEdJoMEjDeki7ei7suMu21bWi7cu4aDSMNy7hgrNCMNhs0Iw2GzOd7NH7pXpXvW9dXFb++rv1pXTetWl9PV09XQ9P9e/vQ466va32PV6/uPdLtj+v6v//8fH03/wRUR7D/uCO68Zc3WOD/j//////r/b9g/3+vRh7rDD/////5cMvLh/a/7cuHg/+v8uEW/MBh/zAZf/////et/bvb+opj/9XD/v7///5J/JP8eCI/XbckPmHfBEfe9eSf4rJOd/MP+Sf9fMP/+2ltpdtat1t2vaV7pftpOrtpfr7aXt16/hBhBhBsUEDYoINB8UxQQbDYpOKY2K3CDYpnEHTFMVFBBhBsUEGEGxQQcUEGEHiIiIiOIiIiIiIiIiIiIiIiIiI9ZA8CcdeK6x//8gtiwQVxyB4G8ZA8FrCGeCLmEGQWMIW1yB4arhGJqi83Reh0EHIGH+m9Jvxv/1tf/X8gYcgYghqPfouvZDQ5BQ5DwQaXyOFISCcEO5N7ginI4IJBOMz5EjCDKsqC4CDLw1ggaB11q4QZsNYQZdonjYLjCDLw1oGVQIMu0GEHBFOuEGToEDwmEDCD0YYTvLttNS7suGd6/ou2Gg0i7YbM5TtIxZHNsJoMEGYqMNhsEJHvdcu2GYqMPZoDBIw31/W9U3+XCX6V6pXQt1T+3XXV1XuvXXT79Xr+Leo+/1/vdb+q4+vir733WLeKjXq/v5KbeQInsYr/G6x91WS+6//91yU////0YvSMPhl6v/de6+EYd1//+60Yv///6T2qXjxD+XBPLh/V9fX//sek///uv1vX6RBiHX19v/2/3/+uvf9/++1j/MOQXHyQ/1knisk/G/8f6/7Xa+Tf8ER+vauvtOt9pJ7aTaTtpdWnadKrdf4/q3/q3WxBFPBlWxeziDY4qgg2KYqmKCDdgyrYt0Gg2KCDCaYQYQbFoNiggwg4piscRHEREREREaERoRERERERERH6/yDQOqrhOKIZAarpEFd0vpimKxER//IHiRkMrlwjDDIEOH0g3/V/pORxZEjM5COQR/sIGgYQeEGEDNYT/Rc7LjLt2XCLuGzPr/q+6t7/qPV110P9f9x+////1f/y4f2v9dfvTk3wRH332Tf2GlaV7pWk6WSfYpimNiggisYoIPxEREREf///////////yGw5BdyDJxHBCcQSZFzDMQdovVCMT0X34bFJ0CKenkcET/4j96t/kVyCQRI/+v88BMqwgYQf9f/sSPQ6LnRhv21ny36Vf9WaAjMJYhS7D/isdRX/ReDF/5gKuoxDLg9Ju///9X//7mAy//1/75Mf8hH//3JvknLH/16bX7W0m0k/26Jva3WEGg0GxTFYQwQNitiExWIiIiIiIj//////////+QyQ0oIWMhlcQK3IG+EJhBSe/CMMOw8Ld9INjap/1f/6TkSCbkO5BHIZkEPEEVCkcEEdAioyN8iwQUP9noEGVYIGWcuzUCDLtPeR1CDJwETxsP8IYQZrNYQP8MxUYYUu4Zih5HOjDYbM/a8u2xI8R9Bqn0YqLthw6Lvr1103V/VXQnjeuuvVb6dX/f/FcffFJf+1xbxuqfXq/sf/cnP9Y8d6yU6dVvr/2Hv/ow/6X8ejF7qP//YP6/S/6mA/a0n3/v/wftd1/9J/+v1Rcb/69vev//Ut8k+RB9rteKr379Sx32Gktq6qqpbaWnj/b7fabpWtpbFINiCKdnEGmmg42KCDoIMINi0HQQYQtgyrYpiCKuKxEcREREREREcRERER0vIKT5DIY9dhK1wxUViP////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////wAQAQAAJAAABAwABAAAA8wEAAAEBAwABAAAAhgIAAAIBAwABAAAAAQAAAAMBAwABAAAABAAAAAYBAwABAAAAAQAAABEBBAABAAAACAAAABYBAwABAAAAhgIAABcBBAABAAAAkwcAABwBAwABAAAAAQAAAAAAAAA=';

/** Creates a PDF of one page that was sent by fax. */
export function makeFaxPdf(): Buffer {
  const hex = Buffer.from(encodedFax, 'base64').toString('hex');
  const parameters = '/DecodeParms [null << /K -1 /Columns 499 /Rows 646 /BlackIs1 true >>]';
  const size = '/Width 499 /Height 646 /BitsPerComponent 1 /ColorSpace /DeviceGray /Decode [1 0]';
  const image = `<< /Type /XObject /Subtype /Image ${size} /Filter [/ASCIIHexDecode /CCITTFaxDecode] ${parameters} /Length ${hex.length + 1} >>\nstream\n${hex}>\nendstream`;
  const resources = `/Resources << /XObject << /Fax ${firstObject(1)} 0 R >> >>`;
  return pdfOfStreams([pageStream(`q ${wholeSheet} cm /Fax Do Q`)], { page: resources, objects: [image] });
}
