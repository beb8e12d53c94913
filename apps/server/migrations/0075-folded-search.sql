-- without transaction
-- What is searched and sorted by name is compared without case, accents, kinds of apostrophe and dash, whatever the
-- database's collation (docs/decisions/0079). `folded` of the contract is the same rule; nearly all texts are ASCII.
create or replace function folded(value text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(value) = length(value) then
    return replace(lower(value collate "C"), '`', '''');
  end if;
  -- By regular expressions, which take a tenth of the time of translate.
  value := regexp_replace(value, '[`\u00b4\u2018\u2019\u201b\u02b9\u02bb-\u02bd\u2032]', '''', 'g');
  value := regexp_replace(value, '[\u2010-\u2015\u2212]', '-', 'g');
  if octet_length(value) = length(value) then
    return lower(value collate "C");
  end if;
  value := lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g') collate "C");
  if octet_length(value) = length(value) then
    return value;
  end if;
  if value ~ '[łŁøØđĐðÐħĦŋŊŧŦßẞþÞæÆœŒı]' then
    value := regexp_replace(regexp_replace(value, '[ßẞ]', 'ss', 'g'), '[Þþ]', 'th', 'g');
    value := regexp_replace(regexp_replace(value, '[Ææ]', 'ae', 'g'), '[Œœ]', 'oe', 'g');
    value := translate(value, 'łŁøØđĐðÐħĦŋŊŧŦı', 'llooddddhhnntti');
  end if;
  if value ~ '[ςΑ-ΩЀ-Я]' then
    -- `lower` knows other letters than those of ASCII only by the collation of the database.
    return translate(value, 'ςΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏ',
      'σαβγδεζηθικλμνξοπρστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџ');
  end if;
  return value;
end $$;

set lock_timeout = 0;
drop index concurrently if exists users_by_status_folded;
create index concurrently users_by_status_folded on users (firm_id, role, status, (folded(name) collate "C"), id);
drop index concurrently if exists users_by_name_folded;
create index concurrently users_by_name_folded on users (firm_id, role, (folded(name) collate "C"), id);
drop index concurrently if exists users_search_folded;
create index concurrently users_search_folded on users
  using gin ((folded(name || E'\n' || email || E'\n' || cell) collate "C") gin_trgm_ops);
drop index concurrently if exists firms_by_name_folded;
create index concurrently firms_by_name_folded on firms ((folded(name) collate "C"), id);
drop index concurrently if exists firms_search_folded;
create index concurrently firms_search_folded on firms using gin ((folded(name) collate "C") gin_trgm_ops);
drop index concurrently if exists firm_domains_search_folded;
create index concurrently firm_domains_search_folded on firm_domains
  using gin ((folded(domain) collate "C") gin_trgm_ops);
drop index concurrently if exists matters_search_folded;
create index concurrently matters_search_folded on matters
  using gin ((folded(number || E'\n' || coalesce(client, '') || E'\n' || description) collate "C") gin_trgm_ops);
drop index concurrently if exists entries_narration_folded;
create index concurrently entries_narration_folded on entries
  using gist (firm_id, (folded(narration) collate "C") gist_trgm_ops (siglen = 32)) where narration is not null;
drop index concurrently if exists entries_voucher_folded;
create index concurrently entries_voucher_folded on entries
  using gin ((folded(voucher) collate "C") gin_trgm_ops) where voucher is not null;
drop index concurrently if exists audit_log_label_folded;
create index concurrently audit_log_label_folded on audit_log
  using gin ((folded(label) collate "C") gin_trgm_ops) where label is not null;
drop index concurrently if exists users_by_status;
drop index concurrently if exists users_by_name;
drop index concurrently if exists users_search;
drop index concurrently if exists firms_by_name;
drop index concurrently if exists firms_search;
drop index concurrently if exists firm_domains_search;
drop index concurrently if exists matters_search;
drop index concurrently if exists entries_search_by_firm;
drop index concurrently if exists entries_voucher_search;
drop index concurrently if exists audit_log_label_search;
reset lock_timeout;
