"""What can be done to a game, without a word about mail or screens: one function for each thing.

Whoever calls has a game to look at or to change, and gives a clock where time matters. Refusals are `Refusal`s, whose
words are for the moderator.

    new_game.create                 begin a game in a folder
    new_game.first_settings         a game.yaml to complete
    opening.look                    a game, to look at
    opening.held                    a game, to change: one program at a time
    status.status                   where the game is, and whom it waits for
    views.check.check               check a sheet without submitting it
    views.seen_log.seen_log         the log as a seat sees it, or everyone does
    submissions.accept              let an order of a seat count
    submissions.withdraw            let the sheets of a seat count no longer
    requests.put_hold               keep what a seat asks: not to play early
    requests.put_absence            keep what a seat asks: to be known as away
    play.play_on                    play until answers are missing
    play.apply_default              answer for a seat with the default
    play.rewind                     move the game back, or forward again
    letters.letter.written          the letter of a round to a seat, or the public report
    letters.wording.form            a sheet to edit
    bots.seats                      the seats that the program plays
    moderation.for_seats.hold       hold a stage for a seat
    moderation.for_seats.release    release that hold
    moderation.for_seats.away       note when a player is away
    moderation.for_seats.back       delete the absences of a seat
    moderation.rulings.rule         rule on a matter within the game
    timekeeping.account.account     when answers are due, and why
    timekeeping.agenda.agenda       what will happen by itself
    timekeeping.moving.extend       move deadlines to a later time
    timekeeping.moving.set_to       set deadlines
    timekeeping.moving.stop_clock   let nothing be due
    timekeeping.moving.resume_clock  let the clock run again
    moderation.trial.trial          try other versions of the program and the rules
    moderation.upgrade.upgrade      continue with them
    moderation.upgrade.move         continue with another edition
    chance.audit.audit_game         repeat every draw

`pbem.mail` has what needs mail.
"""
