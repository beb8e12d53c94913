import { describe, expect, it } from 'vitest';
import { readMatters } from '../../../test/matter-file.ts';

const read = async (cell: string) =>
  readMatters(`Ref,Name,Telephone\n1,A,"${cell}"\n2,B,011 555 0142\n`);

describe('the telephone numbers of a matter file', () => {
  it.each([
    ['082 555 0101', ['+27825550101']],
    ['Tel: (011) 555-0142 (w); 082 555 0101 (cell)', ['+27115550142', '+27825550101']],
    ['0115550142/0825550101', ['+27115550142', '+27825550101']],
    ['27825550101\n+27 (0)82 555 0101', ['+27825550101']],
    ['0044 20 7946 0018 or 011 555 0142', ['+442079460018', '+27115550142']],
    ['825550101; 115550142', ['+27825550101', '+27115550142']],
    ['', []],
    ['N/A', []],
    ['-', []],
    ['082 555 0101; none', ['+27825550101']],
  ])('reads %j', async (cell, phones) => {
    const file = await read(cell);
    expect([file.problems, file.rows[0]?.phones]).toEqual([[], phones]);
  });

  it('rejects a row with a text that is no number, and says how to go on', async () => {
    const file = await read('082 555 0101; see file');
    expect(file.problems).toEqual([
      {
        row: 2,
        column: 'Telephone',
        message:
          '"see file" is not a telephone number with its area code. Write it as 011 555 0101 or ' +
          '+27 82 555 0101, several with a semicolon between them, ' +
          'or import the file without this column.',
      },
    ]);
  });

  it.each(['2.78E+10', '82555010', '955501012'])('rejects %s', async (cell) => {
    expect((await read(cell)).problems).toMatchObject([{ row: 2, column: 'Telephone' }]);
  });

  it('rejects more numbers than a matter keeps', async () => {
    const numbers = Array.from({ length: 21 }, (_, at) => `08255501${10 + at}`);
    expect((await read(numbers.join(';'))).problems).toMatchObject([
      { row: 2, message: 'There are 21 telephone numbers; at most 20 are kept.' },
    ]);
  });
});
