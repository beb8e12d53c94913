type Off = { host: string; reason: 'gone' | 'failing'; publicUrl: string };

export function switchedOffMail({ host, reason, publicUrl }: Off): {
  subject: string;
  body: string;
} {
  const page = `${publicUrl}/home/attorneys/integrations`;
  const why = {
    gone: `${host} answered 410: the address is gone.`,
    failing: `${host} has taken nothing for more than three days.`,
  }[reason];
  const paragraphs = [
    `Recoup has switched off the webhook to ${host}.`,
    `${why} Events that waited for it were not sent.`,
    `To see them, repeat them, or switch the webhook on again:\n${page}`,
    'Recoup',
  ];
  return { subject: `The webhook to ${host} is switched off`, body: paragraphs.join('\n\n') };
}
