import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("welcome_answers")
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("question", "text", (column) =>
      column.notNull().check(sql`question in ('you', 'children', 'sharing', 'reminders')`),
    )
    .addColumn("is_skipped", "integer", (column) =>
      column.notNull().check(sql`is_skipped in (0, 1)`),
    )
    .addColumn("answered_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("welcome_answers_once", ["user_id", "question"])
    .modifyEnd(sql`strict`)
    .execute();
  // People who have an account already know Mila.
  await sql`
    insert into welcome_answers (user_id, question, is_skipped, answered_at)
    select users.id, questions.column1, 1, users.created_at
    from users cross join (values ('you'), ('children'), ('sharing'), ('reminders')) as questions
  `.execute(db);

  await db.schema
    .createTable("child_questions")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("task_id", "text", (column) => column.references("tasks.id").onDelete("set null"))
    .addColumn("asked_at", "text", (column) => column.notNull())
    .addColumn("is_child", "integer", (column) => column.check(sql`is_child in (0, 1)`))
    .addUniqueConstraint("child_questions_once", ["household_id", "name"])
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("child_questions_by_task")
    .on("child_questions")
    .column("task_id")
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("child_questions").execute();
  await db.schema.dropTable("welcome_answers").execute();
}
