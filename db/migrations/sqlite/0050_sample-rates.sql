-- beside older programs: the hash of a file is made again, and the sounds that are known stay known
-- Files that were hashed before their sample rate was noted are read once more, which notes it.
UPDATE `renditions` SET `sound_sha256` = NULL WHERE `sample_rate` IS NULL;
