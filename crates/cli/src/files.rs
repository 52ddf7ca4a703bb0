//! Several files, all of them or none.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hookonce_core::files::NamedFile;

/// Why files were not written.
pub struct Failure {
    /// The file or folder that could not be made.
    pub path: PathBuf,
    /// The system's reason.
    pub error: io::Error,
}

/// Writes the files below `folder`, which is made if it is missing, and overwrites none. Answers with their paths, one
/// a line. After a failure everything that was made is gone again.
pub fn write(files: &[NamedFile], folder: &Path) -> Result<String, Failure> {
    let mut made = Made(Vec::new());
    let mut paths = String::new();
    for file in files {
        let path = folder.join(&file.path);
        made.folders(path.parent().unwrap_or(folder))?;
        made.file(&path, file)?;
        paths.push_str(&format!("{}\n", path.display()));
    }
    made.0.clear();
    Ok(paths)
}

/// What was made, in its order; removed when this is dropped with something in it.
struct Made(Vec<PathBuf>);

impl Made {
    fn folders(&mut self, folder: &Path) -> Result<(), Failure> {
        let missing: Vec<_> = folder.ancestors().take_while(|path| is_missing(path)).collect();
        for path in missing.into_iter().rev() {
            // `new/..` is there once `new` is.
            if !is_missing(path) {
                continue;
            }
            fs::create_dir(path).map_err(|error| Failure { path: path.to_owned(), error })?;
            self.0.push(path.to_owned());
        }
        Ok(())
    }

    fn file(&mut self, path: &Path, file: &NamedFile) -> Result<(), Failure> {
        let failure = |error| Failure { path: path.to_owned(), error };
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if file.text.starts_with("#!") {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(0o777);
        }
        let mut opened = options.open(path).map_err(failure)?;
        self.0.push(path.to_owned());
        opened.write_all(file.text.as_bytes()).and_then(|()| opened.sync_all()).map_err(failure)
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        for path in self.0.iter().rev() {
            // A folder stays if somebody else has put something in it by now.
            let _ = if path.is_dir() { fs::remove_dir(path) } else { fs::remove_file(path) };
        }
    }
}

fn is_missing(path: &Path) -> bool {
    // The empty path is the current folder.
    !path.as_os_str().is_empty() && fs::symlink_metadata(path).is_err()
}
