//! Alembic reads the Python, SQLAlchemy the SQL in it.

use std::fs;
use std::path::Path;
use std::process::Command;

use hookonce_conformance::postgresql::Database;
use hookonce_core::files::Timestamp;
use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{Change, Dialect, Guarantee, MigrationTool, Sql, Statement};
use tempfile::TempDir;

#[test]
fn hostile_names_go_up_and_down_on_postgresql() {
    let database = Database::new();
    let host = database.socket_folder().display();
    let url =
        format!("postgresql+psycopg2://postgres@/{}?host={host}&port={}", database.name(), database.port());
    let project = Project::new(Dialect::PostgreSql, &url);
    let tables = || {
        database.psql(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename COLLATE \"C\"",
        )
    };
    project.alembic(&["upgrade", "head"]);
    assert_eq!(tables(), expected_tables());
    for table in HOSTILE {
        let name = hookonce_core::sql::identifier(table, Dialect::PostgreSql).unwrap();
        // The columns of `lease`: the upgrade has run too.
        database.psql(&format!("SELECT claim_token, done_at FROM {name}"));
    }
    project.alembic(&["downgrade", "base"]);
    assert_eq!(tables(), "alembic_version\n");
}

#[test]
fn hostile_names_go_up_and_down_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("app.db");
    let project = Project::new(Dialect::Sqlite, &format!("sqlite:///{}", file.display()));
    project.alembic(&["upgrade", "head"]);
    assert_eq!(tables(&file), expected_tables());
    project.alembic(&["downgrade", "base"]);
    assert_eq!(tables(&file), "alembic_version\n");
}

#[test]
fn offline_the_statements_come_out_as_they_went_in() {
    let folder = tempfile::tempdir().unwrap();
    let project =
        Project::new(Dialect::Sqlite, &format!("sqlite:///{}", folder.path().join("x.db").display()));
    let script = project.alembic(&["upgrade", "head", "--sql"]);
    for table in HOSTILE {
        for (guarantee, statements) in [
            (Guarantee::ClaimFirst, &[Statement::Table, Statement::BusinessLog][..]),
            (Guarantee::Lease, &[Statement::Upgrade]),
        ] {
            let sql = sql(Dialect::Sqlite, guarantee, table);
            for step in statements.iter().flat_map(|statement| sql.steps(*statement)) {
                assert!(script.contains(&format!("{};\n", step.sql)), "{}\n{script}", step.sql);
            }
        }
    }
}

/// A folder with the migrations of every table: its creation under `claim-first`, and its upgrade to `lease`.
struct Project(TempDir);

impl Project {
    fn new(dialect: Dialect, url: &str) -> Project {
        let project = Project(tempfile::tempdir().unwrap());
        let folder = project.0.path();
        fs::create_dir(folder.join("versions")).unwrap();
        fs::write(folder.join("alembic.ini"), "[alembic]\nscript_location = .\n").unwrap();
        fs::write(folder.join("env.py"), ENVIRONMENT.replace("URL", &format!("{url:?}"))).unwrap();
        let timestamp = Timestamp::new("20261201031700").unwrap();
        let mut parent = "None".to_owned();
        for table in HOSTILE {
            for (guarantee, change) in
                [(Guarantee::ClaimFirst, Change::Create), (Guarantee::Lease, Change::Upgrade)]
            {
                let files = sql(dialect, guarantee, table).migration(
                    MigrationTool::Alembic,
                    change,
                    &timestamp,
                    Lang::De,
                );
                let [file] = files.as_slice() else { panic!("one file") };
                // As the comment says.
                let text =
                    file.text.replace("\ndown_revision = None\n", &format!("\ndown_revision = {parent}\n"));
                fs::write(folder.join(&file.path), text).unwrap();
                let id = file.path.strip_prefix("versions/").unwrap().split('_').next().unwrap();
                parent = format!("{id:?}");
            }
        }
        project
    }

    #[track_caller]
    fn alembic(&self, args: &[&str]) -> String {
        let mut alembic = Command::new("timeout");
        alembic.args(["120", "alembic"]).args(args).current_dir(self.0.path());
        let output = alembic.env("PYTHONUTF8", "1").output().expect("timeout starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "alembic failed; if it is missing, install it (Debian: `apt-get install alembic python3-psycopg2`):\n{errors}"
        );
        String::from_utf8(output.stdout).unwrap()
    }
}

#[track_caller]
fn sql(dialect: Dialect, guarantee: Guarantee, table: &str) -> Sql {
    let options = Options { dialect, guarantee, table: table.into(), ..Options::default() };
    Sql::new(&options).unwrap()
}

fn expected_tables() -> String {
    let mut tables: Vec<_> = HOSTILE.into_iter().chain(["alembic_version", "business_log"]).collect();
    tables.sort_unstable();
    tables.into_iter().map(|table| format!("{table}\n")).collect()
}

fn tables(file: &Path) -> String {
    let query = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    let output = Command::new("sqlite3").arg(file).arg(query).output();
    let output = output.expect("sqlite3 is missing: install it (Debian: `apt-get install sqlite3`)");
    String::from_utf8(output.stdout).unwrap()
}

/// What Python, SQLAlchemy's parameters or a driver's could read in another way.
const HOSTILE: [&str; 6] = [
    "\"double\" 'single' `back`",
    "back\\slash \\n \\:colon \\",
    ":name ::cast a:b :",
    "100% %s %(name)s %%",
    "{name} ${name} \u{202e}",
    "größe 📦",
];

const ENVIRONMENT: &str = r#"from alembic import context
from sqlalchemy import create_engine

if context.is_offline_mode():
    context.configure(url=URL)
    with context.begin_transaction():
        context.run_migrations()
else:
    with create_engine(URL).connect() as connection:
        context.configure(connection=connection)
        with context.begin_transaction():
            context.run_migrations()
"#;
