/** Without look-alikes such as 1, l and i. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;

/** 79 bits, in groups for reading out: `k7mq-2wxp-hd4n-rt9c`. */
export function generatePassword(): string {
  return Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, randomLetter).join(''),
  ).join('-');
}

/** Rejection sampling: each letter is equally likely. */
function randomLetter(): string {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  const fair = 256 - (256 % letters.length);
  return byte < fair ? (letters[byte % letters.length] ?? randomLetter()) : randomLetter();
}
