import type { Firm } from './seed-firm.ts';

const linesAtOnce = 1000;

/** A call as both sides of the measurement write it. */
type MadeCall = {
  start: string;
  seconds: number;
  direction: 'in' | 'out';
  extension: string;
  number: string;
  code: string;
  id: string;
  sequence: number;
};

/** The same for each row; every fourth has an account code, every third is incoming. */
function madeCall(row: number, days: number): MadeCall {
  const day = 1 + (row % days);
  const minute = 7 * 60 + ((row * 37) % (11 * 60));
  const time = [Math.floor(minute / 60), minute % 60, (row * 17) % 60].map(twoDigits).join(':');
  return {
    start: `2026-10-${twoDigits(day)} ${time}`,
    seconds: 5 + ((row * 7919) % 1500),
    direction: row % 3 === 0 ? 'in' : 'out',
    extension: String(100 + (row % 20)),
    number: `+2782${String(5_550_000 + ((row * 7919) % 9000)).padStart(7, '0')}`,
    code: row % 4 === 0 ? `M${1 + (row % 1000)}` : '',
    id: `${1_790_000_000 + row}.${row}`,
    sequence: row,
  };
}

const header =
  'calldate,clid,src,dst,dcontext,channel,dstchannel,lastapp,lastdata,duration,billsec,' +
  'disposition,amaflags,accountcode,uniqueid,userfield,did,cnum,cnam,outbound_cnum,' +
  'outbound_cnam,dst_cnam,recordingfile,linkedid,peeraccount,sequence\n';

/** A report of FreePBX with so many answered calls. */
export function* freePbxLines(rows: number, days = 31): Generator<string> {
  yield header;
  yield* inChunks(rows, (row) => freePbxLine(madeCall(row, days)));
}

function freePbxLine(call: MadeCall): string {
  const { start, seconds, extension, direction, code, id, sequence } = call;
  const number = call.number.replace('+27', '0');
  const isOut = direction === 'out';
  const [src, dst] = isOut ? [extension, number] : [number, extension];
  const [from, to] = isOut ? [extension, 'trunk'] : ['trunk', extension];
  return (
    `"${start}","""${src}"" <${src}>",${src},${dst},from-internal,PJSIP/${from}-${hex(sequence)},` +
    `PJSIP/${to}-${hex(sequence + 1)},Dial,"PJSIP/${dst},300,Tt",${seconds + 8},${seconds},` +
    `ANSWERED,3,${code},${id},,0115550100,${src},"Thabo Mokoena",0115550100,"Nkosi & Partners",,` +
    `${direction}-${number}-${extension}-${id}.wav,${id},,${sequence}\n`
  );
}

/** The same calls as rows of `call_records` for COPY. */
export function* copyLines(
  { firmId }: Pick<Firm, 'firmId'>,
  by: { sourceId: string; importId: string; rows: number; newId: () => string },
): Generator<string> {
  yield* inChunks(by.rows, (row) => {
    const call = madeCall(row, 31);
    const { seconds, direction, extension, number, code, id, sequence } = call;
    const at = `${call.start}+02`;
    const leg = {
      at,
      own: extension,
      code: code || null,
      other: number,
      import: by.importId,
      seconds,
      direction,
    };
    const legs = JSON.stringify({ [`${id} ${sequence}`]: leg });
    return (
      `${firmId}\t${by.newId()}\t${by.sourceId}\t${id}\t${by.importId}\t${at}\t${seconds}\t` +
      `${direction}\t${extension}\t${number}\t${code || '\\N'}\t${legs}\n`
    );
  });
}

export function* inChunks(rows: number, line: (row: number) => string): Generator<string> {
  for (let start = 1; start <= rows; start += linesAtOnce) {
    const count = Math.min(linesAtOnce, rows - start + 1);
    yield Array.from({ length: count }, (_, at) => line(start + at)).join('');
  }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}
