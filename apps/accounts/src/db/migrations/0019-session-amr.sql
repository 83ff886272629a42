-- How a session was opened, in the words of RFC 8176: by the password ('pwd'), and by a code too ('otp'). Of those that are
-- there nobody knows more than the password.
alter table sessions add column amr text[] not null default '{pwd}';
