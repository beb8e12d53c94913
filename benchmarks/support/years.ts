import { role } from '@recoup/contract/core/access';
import { createSession } from '../../apps/server/src/account/session/sessions.service.ts';
import { connect } from '../../apps/server/src/platform/database/connections.ts';
import { createPool } from '../../apps/server/src/platform/database/pool.ts';
import { fillFast } from './people.ts';

/** `large` of the entries are those of one firm. */
export type YearsSize = { firms: number; entries: number; large: number };
/** A firm with an attorney, a matter and a type that have entries, and how many it has. */
export type FirmOfYears = {
  /** Of the admin, and of the attorney. */
  token: string;
  ownToken: string;
  attorney: string;
  matter: string;
  type: string;
  entries: number;
};

const months = 24;
/** The last ones are not closed yet. */
const openMonths = 3;

/** Two years of entries of many firms by day; the older months are closed. */
export async function seedYears(url: string, size: YearsSize): Promise<void> {
  await fillFast(url, ['entries', 'matters', 'users'], statements(size));
}

/** The large firm and an ordinary one, with the sessions of their admins. */
export async function firmsOfYears(
  url: string,
): Promise<{ large: FirmOfYears; ordinary: FirmOfYears }> {
  const db = connect(createPool(url, { max: 1 }));
  const find = async (name: string): Promise<FirmOfYears> => {
    const firm = await db
      .selectFrom('firms')
      .where('name', '=', name)
      .select('id')
      .executeTakeFirstOrThrow();
    const [one, all, admin] = [
      await db
        .selectFrom('entries')
        .where('firmId', '=', firm.id)
        .select(['attorneyId as attorney', 'matterId as matter', 'disbursementTypeId as type'])
        .orderBy('date', 'desc')
        .executeTakeFirstOrThrow(),
      await db
        .selectFrom('entries')
        .where('firmId', '=', firm.id)
        .select((eb) => eb.fn.countAll<number>().as('entries'))
        .executeTakeFirstOrThrow(),
      await db
        .selectFrom('users')
        .where('firmId', '=', firm.id)
        .where('role', '=', role.attorneyAdmin)
        .select('id')
        .executeTakeFirstOrThrow(),
    ];
    const signIn = async (userId: string) =>
      createSession(db, { userId, kind: 'full', now: new Date() });
    const [token, ownToken] = [await signIn(admin.id), await signIn(one.attorney)];
    return { ...one, ...all, token, ownToken };
  };
  const found = { large: await find('Firm number 1'), ordinary: await find('Firm number 2') };
  await db.destroy();
  return found;
}

function statements({ firms, entries, large }: YearsSize): string[] {
  return [
    ...firmsAndMatters(firms),
    ...closings,
    entriesOf(entries, firms, Math.round(entries / large)),
    `insert into entry_days (firm_id, date, attorney_id, disbursement_type_id, count, minutes,
        amount_cents, net_cents)
      select firm_id, date, attorney_id, disbursement_type_id, count(*), sum(minutes),
        sum(amount_cents), sum(amount_cents)
      from entries group by 1, 2, 3, 4`,
  ];
}

function firmsAndMatters(firms: number): string[] {
  return [
    `insert into firms (id, name)
      select uuidv7(), 'Firm number ' || n from generate_series(1, ${firms}) n`,
    `insert into firm_domains (firm_id, position, domain)
      select id, 1, 'firm' || substr(name, 13) || '.co.za' from firms`,
    // The large one has ten times the people and matters.
    `insert into users (id, firm_id, role, name, email, cell, status, password_reset_required)
      select uuidv7(), d.firm_id, case n when 0 then 1 else 0 end, 'Person ' || n,
        'person' || n || '@' || d.domain, '', 2, false
      from firm_domains d cross join lateral
        generate_series(0, case d.domain when 'firm1.co.za' then 100 else 10 end) n`,
    `insert into disbursement_types (id, firm_id, title, fixed, calculated)
      select uuidv7(), id, t, false, true
      from firms cross join unnest(array['Call','Consultation','Photocopies','Sheriff''s fee']) t`,
    `insert into user_disbursement_types (firm_id, user_id, disbursement_type_id, position)
      select u.firm_id, u.id, t.id, row_number() over (partition by u.id order by t.title)
      from users u join disbursement_types t on t.firm_id = u.firm_id where u.role = 0`,
    `insert into matters (id, firm_id, number, description, client, status, attorney_id)
      select uuidv7(), u.firm_id, 'KM' || u.name || '/' || n, 'Transfer of Erf ' || n,
        'Client ' || n, 'Open', u.id
      from users u
      cross join generate_series(1, 20) n where u.role = 0`,
  ];
}

const closings = [
  `insert into letterheads (firm_id, sha256, name)
      select id, sha256(convert_to(name, 'UTF8')), name from firms`,
  `insert into exports (id, firm_id, number, closing, user_id, created_at, from_date, to_date,
        row_count, sum_cents, sha256, letterhead, byte_count)
      select uuidv7(), f.id, n, true, u.id, current_date - 30 * (${months} - n),
        current_date - 30 * (${months} + 1 - n), current_date - 30 * (${months} - n) - 1,
        0, 0, sha256(uuid_send(uuidv7())), l.sha256, 0
      from firms f join letterheads l on l.firm_id = f.id
      join users u on u.firm_id = f.id and u.role = 1
      cross join generate_series(1, ${months - openMonths}) n`,
  `create temporary table places as
      select substr(f.name, 13)::integer - 1 as place, f.id,
        array(select id from users where firm_id = f.id and role = 0) as attorneys,
        array(select id from matters where firm_id = f.id) as matters,
        array(select id from disbursement_types where firm_id = f.id) as types,
        array(select id from exports where firm_id = f.id order by number) as exports
      from firms f`,
  'analyze places',
];

/** Every `share`th is of the large firm; the others go round. */
function entriesOf(entries: number, firms: number, share: number): string {
  const days = 30 * months;
  return `insert into entries (id, firm_id, attorney_id, created_by, matter_id,
      disbursement_type_id, date, created_at, minutes, amount_cents, narration, export_id)
    select uuidv7(), p.id, a.id, a.id,
      p.matters[1 + (n * 7919::bigint) % cardinality(p.matters)],
      p.types[1 + (n / 7) % 4], d.day, d.day + time '15:00', 1 + n % 40, 3300 + n % 1000,
      'Call to client ' || n % 9973 || ' about the settlement of ' || n % 31, p.exports[d.month]
    from generate_series(1, ${entries}) n
    join places p on p.place = case n % ${share} when 0 then 0 else 1 + n % ${firms - 1} end
    cross join lateral (select p.attorneys[1 + (n / 13) % cardinality(p.attorneys)] as id) a
    cross join lateral (select current_date - ${days} + (n::bigint * ${days} / ${entries + 1})::int
        as day, 1 + (n::bigint * ${months} / ${entries + 1})::int as month) d`;
}
