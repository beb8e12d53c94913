/** No letters or digits that are taken for each other when read out or copied by hand. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;

/** A random password of 16 characters (79 bits), in groups so that it can be read out: `k7mq-2wxp-hd4n-rt9c`. */
export function generatePassword(): string {
  return Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, randomLetter).join(''),
  ).join('-');
}

/** Every letter equally likely: what does not divide evenly is drawn again. */
function randomLetter(): string {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  const fair = 256 - (256 % letters.length);
  return byte < fair ? (letters[byte % letters.length] ?? randomLetter()) : randomLetter();
}
