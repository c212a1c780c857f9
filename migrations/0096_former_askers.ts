import { type Kysely, sql } from "kysely";

const ownerOf = sql`(
  select owner.user_id from tasks
  join household_members as owner on owner.household_id = tasks.household_id and owner.role = 'owner'
  where tasks.id = delegations.task_id)`;
const isOwners = sql`exists (
  select 1 from family_members
  where family_members.id = delegations.family_member_id and family_members.linked_user_id = delegations.asked_by)`;

/** Requests of those who had left before are the owner's now, as those of anyone who leaves. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    update delegations set asked_by = ${ownerOf}, copy_version = copy_version + 1
    where (state in ('pending', 'accepted', 'declined') or (state = 'superseded' and answer = 'declined'))
      and ${ownerOf} is not null
      and not exists (
        select 1 from tasks
        join household_members as member on member.household_id = tasks.household_id
        where tasks.id = delegations.task_id and member.user_id = delegations.asked_by)`.execute(
    db,
  );
  // Nobody asks themselves: the owner has the task now.
  await sql`
    update tasks set delegated_to = null, delegation_status = 'none', version = version + 1
    where id in (
      select task_id from delegations where state in ('pending', 'accepted', 'declined') and ${isOwners})`.execute(
    db,
  );
  await sql`
    update delegations set state = 'withdrawn', ended_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    where state in ('pending', 'accepted', 'declined') and ${isOwners}`.execute(db);
}

/** Who asked before is not known any more. */
export async function down(): Promise<void> {}
