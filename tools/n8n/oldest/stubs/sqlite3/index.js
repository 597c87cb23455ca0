const sqlite3 = require('@appthreat/sqlite3');

// TypeORM asks for it, and the driver has no longer a wordy form.
module.exports = { ...sqlite3, verbose: () => sqlite3 };
