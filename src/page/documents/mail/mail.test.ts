import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../../test/corpus/content-job.ts';
import {
  makeCompoundFile,
  type StorageContent,
} from '../../../../test/corpus/documents/make-compound-file.ts';
import type { PageContent } from '../../../domain/pages/content.ts';
import { readResponse } from '../../read/read-response.ts';

function read(
  bytes: Uint8Array | string,
  type = 'application/octet-stream',
  more = {},
): Promise<PageContent> {
  return readResponse(jobFor(bytes, { headers: { 'content-type': type }, ...more }));
}

const head = [
  'From: "A. Mole" <mole@example.com>',
  'To: =?utf-8?Q?Ben_M=C3=BCller?= <ben@example.com>, rat@example.com',
  'Subject: =?utf-8?B?SGFyYm91ciDigJMgcmVwb3J0?=',
  'Date: Tue, 05 Mar 2024 10:15:00 +0100',
  'MIME-Version: 1.0',
];
const shownHead = [
  '# Harbour – report',
  '**From:** A. Mole \\<mole@example.com>  \n**To:** Ben Müller \\<ben@example.com>, rat@example.com  \n**Date:** 2024-03-05T10:15:00+01:00',
];

function part(fields: readonly string[], body: string): string {
  return [...fields, '', body].join('\r\n');
}

function multipart(kind: string, boundary: string, parts: readonly string[]): string {
  const body = parts.map((each) => `--${boundary}\r\n${each}\r\n`).join('');
  return part([`Content-Type: multipart/${kind}; boundary="${boundary}"`], `${body}--${boundary}--`);
}

describe('messages (EML)', () => {
  test('header, HTML body, links, and attachments with their type and size', async () => {
    const text = part(['Content-Type: text/plain'], 'Only text.');
    const html = part(
      ['Content-Type: text/html; charset=iso-8859-1', 'Content-Transfer-Encoding: quoted-printable'],
      '<style>p{color:red}</style><p>Gr=FC=DFe from <b>the quay</b>, see <a href=3D"https://example.com/x">here</a>.</p><table><tr><th>Ship<th>Time<tr><td>Alma<td>6:10</table>',
    );
    const file = part(
      [
        'Content-Type: application/pdf',
        'Content-Disposition: attachment; filename="plan.pdf"',
        'Content-Transfer-Encoding: base64',
      ],
      Buffer.alloc(1_500).toString('base64'),
    );
    const attached = part(
      ['Content-Type: message/rfc822', 'Content-Disposition: attachment'],
      part(['Subject: Inner', 'From: x@example.com'], 'Inner text'),
    );
    const source = `${head.join('\r\n')}\r\n${multipart('mixed', 'm', [multipart('alternative', 'a', [text, html]), file, attached])}`;
    const { markdown, title, metadata, error } = await read(source);
    assert.equal(error, null);
    assert.equal(title, 'Harbour – report');
    assert.deepEqual(
      [metadata.author, metadata.published, metadata.attachments],
      ['A. Mole', '2024-03-05T10:15:00+01:00', 2],
    );
    assert.equal(metadata.content_type, 'message/rfc822');
    assert.equal(
      markdown,
      [
        ...shownHead,
        'Grüße from **the quay**, see [here](https://example.com/x).',
        '| Ship | Time |\n| --- | --- |\n| Alma | 6:10 |',
        '## Attachments',
        '- plan.pdf (application/pdf, 1,500 bytes)\n- Inner (message/rfc822, 47 bytes)',
      ].join('\n\n'),
    );
  });

  test('text with line ends and quotations, declared, by extension and by its first lines', async () => {
    const source = part(
      [...head, 'Content-Type: text/plain; charset=utf-8'],
      'Hello,\nsee below.\n\n> You wrote\n>> and before\n\nA. Mole',
    );
    const expected = [...shownHead, 'Hello,  \nsee below.', '> You wrote\n>\n> > and before', 'A. Mole'].join(
      '\n\n',
    );
    assert.equal((await read(source, 'message/rfc822')).markdown, expected);
    assert.equal((await read(source, '')).markdown, expected);
    assert.equal((await read(source, 'text/plain', { url: 'https://example.com/a.eml' })).markdown, expected);
    assert.match((await read(source, 'text/plain')).markdown, /^From: "A\. Mole"/);
    assert.match((await read('Subject: a note\n\nNo message.', '')).markdown, /^Subject: a note/);
  });

  test('hostile messages are read in part, or fail with the reason', async () => {
    let nested = 'end';
    for (let level = 0; level < 2_000; level++)
      nested = multipart('mixed', `b${level}`, [
        nested,
        part(['Content-Disposition: attachment; filename=a.txt'], 'x'),
      ]);
    const deep = await read(`${head.join('\r\n')}\r\n${nested}`, 'message/rfc822');
    assert.match(deep.error?.message ?? '', /nested too deeply/);
    const parts = '--b\r\n\r\nx\r\n'.repeat(100_001);
    const crowd = await read(
      part(['Content-Type: multipart/mixed; boundary=b', ...head], parts),
      'message/rfc822',
    );
    assert.match(crowd.error?.message ?? '', /more than 100000 parts/);
    let inner = 'text';
    for (let level = 0; level < 1_000; level++)
      inner = part([`Subject: s${level}`, 'Content-Type: message/rfc822'], inner);
    assert.equal((await read(inner, 'message/rfc822')).error, null);
    const files = Array.from({ length: 1_500 }, () =>
      part(['Content-Disposition: attachment; filename=a.txt'], 'x'),
    );
    const many = await read(`${head.join('\r\n')}\r\n${multipart('mixed', 'm', files)}`, 'message/rfc822');
    assert.deepEqual(
      many.warnings.map(({ code }) => code),
      ['attachments_left_out'],
    );
    const line = await read(
      part([...head, 'Content-Type: text/html'], '<p>'.concat('x'.repeat(2_000_000))),
      'message/rfc822',
    );
    assert.deepEqual(
      line.warnings.map(({ code }) => code),
      ['text_left_out'],
    );
  });
});

describe('Outlook messages (MSG)', () => {
  const text = (value: string) => Buffer.from(value, 'utf16le');
  /** Creates a stream of properties of fixed size: tags, and values of 8 bytes. */
  const fixed = (headerSize: number, properties: readonly [tag: number, value: bigint][]) => {
    const bytes = Buffer.alloc(headerSize + properties.length * 16);
    for (const [index, [tag, value]] of properties.entries()) {
      bytes.writeUInt32LE(tag, headerSize + index * 16);
      bytes.writeBigUInt64LE(value, headerSize + index * 16 + 8);
    }
    return bytes;
  };
  const time = BigInt(Date.UTC(2024, 2, 5, 9, 15) + 11_644_473_600_000) * 10_000n;
  const recipient = (name: string, address: string, type: bigint): StorageContent => ({
    '__properties_version1.0': fixed(8, [[0x0c15_0003, type]]),
    '__substg1.0_3001001F': text(name),
    '__substg1.0_39FE001F': text(address),
  });
  const message = (body: StorageContent): StorageContent => ({
    '__properties_version1.0': fixed(32, [
      [0x0039_0040, time],
      [0x3fde_0003, 1252n],
    ]),
    '__substg1.0_0037001F': text('Harbour – report'),
    '__substg1.0_0C1A001F': text('A. Mole'),
    '__substg1.0_0C1F001F': text('/O=ORG/CN=MOLE'),
    '__substg1.0_5D01001F': text('mole@example.com'),
    '__recip_version1.0_#00000000': recipient('Ben', 'ben@example.com', 1n),
    '__recip_version1.0_#00000001': recipient('Toad', 'toad@example.com', 2n),
    ...body,
  });
  const shown = [
    '# Harbour – report',
    '**From:** A. Mole \\<mole@example.com>  \n**To:** Ben \\<ben@example.com>  \n**Cc:** Toad \\<toad@example.com>  \n**Date:** 2024-03-05T09:15:00Z',
  ];
  const rtf = (source: string) => {
    const bytes = Buffer.from(source, 'latin1');
    const header = Buffer.alloc(16);
    header.writeUInt32LE(bytes.length + 12, 0);
    header.writeUInt32LE(bytes.length, 4);
    header.write('MELA', 8, 'latin1');
    return Buffer.concat([header, bytes]);
  };

  test('HTML, encapsulated HTML, RTF or text as the body; files and messages as attachments', async () => {
    const bodies: [StorageContent, string][] = [
      [
        { '__substg1.0_10130102': Buffer.from('<p>Gr\xfc\xdfe from <b>the quay</b>.</p>', 'latin1') },
        'Grüße from **the quay**.',
      ],
      [
        {
          '__substg1.0_10090102': rtf(
            String.raw`{\rtf1\ansi\ansicpg1252\fromhtml1 {\*\htmltag64 <p>}\htmlrtf \par\htmlrtf0 Gr\'fc\'dfe from {\*\htmltag84 <b>}the quay{\*\htmltag92 </b>}.{\*\htmltag72 </p>}}`,
          ),
        },
        'Grüße from **the quay**.',
      ],
      [
        { '__substg1.0_10090102': rtf(String.raw`{\rtf1\ansi\pard From {\b the quay}.\par}`) },
        'From **the quay**.',
      ],
      [{ '__substg1.0_1000001F': text('Hello,\r\nsee > below.\r\n') }, 'Hello,  \nsee > below.'],
      [
        {
          '__substg1.0_1000001E': Buffer.from('Gr\xfc\xdfe', 'latin1'),
          '__substg1.0_10090102': Buffer.from('bad'),
        },
        'Grüße',
      ],
    ];
    for (const [body, expected] of bodies) {
      const { markdown, title, metadata, error } = await read(makeCompoundFile(message(body)));
      assert.equal(error, null);
      assert.equal(markdown, [...shown, expected].join('\n\n'));
      assert.deepEqual(
        [title, metadata.author, metadata.content_type],
        ['Harbour – report', 'A. Mole', 'application/vnd.ms-outlook'],
      );
    }
    const attachments: StorageContent = {
      '__attach_version1.0_#00000000': {
        '__substg1.0_3707001F': text('plan.pdf'),
        '__substg1.0_370E001F': text('application/pdf'),
        '__substg1.0_37010102': Buffer.alloc(12_000),
      },
      '__attach_version1.0_#00000001': {
        '__substg1.0_3701000D': { '__substg1.0_0037001F': text('Inner'), '__substg1.0_1000001F': text('x') },
      },
    };
    const { markdown } = await read(makeCompoundFile(message(attachments)));
    assert.match(
      markdown,
      /\n## Attachments\n\n- plan\.pdf \(application\/pdf, 12,000 bytes\)\n- Inner \(application\/vnd\.ms-outlook\)$/,
    );
  });

  test('times that programs write for none are left out', async () => {
    for (const ticks of [0n, 0x0cb3_4557_a3dd_4000n, 0x7fff_ffff_ffff_ffffn]) {
      const { markdown, metadata } = await read(
        makeCompoundFile({
          ...message({ '__substg1.0_1000001F': text('x') }),
          '__properties_version1.0': fixed(32, [[0x0039_0040, ticks]]),
        }),
      );
      assert.equal(metadata.published, undefined);
      assert.doesNotMatch(markdown, /Date:/);
    }
  });

  test('damaged and hostile files fail with the reason, or are read in part', async () => {
    const whole = makeCompoundFile(message({ '__substg1.0_1000001F': text('x'.repeat(20_000)) }));
    for (let size = 600; size < whole.length; size += 997) {
      const { error } = await read(whole.subarray(0, size));
      assert.ok(error === null || error.code === 'document', `${size} bytes`);
    }
    // Every sector follows itself: chains and the directory are loops.
    const loops = Buffer.from(whole);
    const table = (loops.readUInt32LE(76) + 1) * 512;
    for (let at = 0; at < 128; at++) loops.writeUInt32LE(at, table + at * 4);
    assert.match((await read(loops)).error?.message ?? '', /damaged/);
    let deep: StorageContent = { x: text('x') };
    for (let level = 0; level < 60; level++) deep = { s: deep };
    assert.match((await read(makeCompoundFile(message(deep)))).error?.message ?? '', /nested too deeply/);
  });

  test('other compound files are not read as messages', async () => {
    const { error, metadata } = await read(makeCompoundFile({ WordDocument: text('x') }));
    assert.equal(error?.code, 'document');
    assert.equal(metadata.content_type, 'application/x-ole-storage');
  });
});
