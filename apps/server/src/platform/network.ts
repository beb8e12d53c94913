/** What one household or office has: an IPv4 address, or the first 64 bits of an IPv6 one. Limits count by this. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined) return v4;
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const missing = address.includes('::') ? 8 - groups(head).length - groups(tail).length : 0;
  const all = [...groups(head), ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...groups(tail)];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** An address of this machine or of a network of one's own (RFC 1918, RFC 4193), from which a proxy speaks. */
export function isPrivate(address: string): boolean {
  const network = networkOf(address);
  return /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(network) || /^f[cd]/.test(network) || network === '0:0:0:0::/64';
}
