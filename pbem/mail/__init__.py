"""Playing by email: what a game does with its mail, one function for each thing.

    turn.turn                           all of it: fetch, judge, play, write letters, send
    watch.Watch                         turns as soon as mail comes
    turn.overview                       where a game is, and what is wrong with its mail
    exchange.up_to_date                 a game, to change, once the mail that came before is judged
    exchange.fetch_and_judge            take in mail, from servers too, and reply to it
    exchange.take_in                    the same for mail on this machine
    exchange.judge_and_play             judge, play on, write letters
    exchange.exchange                   all that a turn does with the game itself
    intake.confirmations.confirm        confirm an email
    intake.confirmations.dismiss        close an email
    judges.submit_sheet                 submit a sheet for a seat
    judges.submit_mail                  submit an email for a seat
    outgoing.letters.make_letters       write the letters that are due and queue them
    send.send                           send what is queued
    send.plans                          what sending would do
    moderating.deeds.do                 do what the moderator decides: one of the deeds of `deeds.table`

`pbem.referee` has what needs no mail.
"""
